// The objects that the package returns. The module of WebAssembly calls these functions, by the declarations in `src/`.

const HOST_KINDS = [undefined, 'ipv4', 'ipv6', 'ipvfuture', 'reg-name'];
const PATH_KINDS = ['abempty', 'absolute', 'noscheme', 'rootless', 'empty'];

/** The offset of a component that is undefined. */
const UNDEFINED = 0xffffffff;

const LONE_SURROGATE = /\p{Surrogate}/u;

export function success(value) {
  return { ok: true, value };
}

export function failure(error) {
  return { ok: false, error };
}

/** Returns the components. `offsets` has the start and the end of each, in the order in which they are read here. */
export function reference(text, offsets, hostKind, pathKind) {
  const component = (index) => {
    const start = offsets[index];
    return start === UNDEFINED ? undefined : text.slice(start, offsets[index + 1]);
  };
  const scheme = component(0);
  return {
    kind: scheme === undefined ? 'relative-ref' : 'uri',
    text,
    scheme,
    authority: component(2),
    userinfo: component(4),
    host: component(6),
    hostKind: HOST_KINDS[hostKind],
    port: component(8),
    path: component(10),
    pathKind: PATH_KINDS[pathKind],
    query: component(12),
    fragment: component(14),
  };
}

/** Returns the properties of a place: offsets in UTF-16 units, and in bytes of UTF-8. */
function range([start, end, byteStart, byteEnd]) {
  return { start, end, byteStart, byteEnd };
}

/** Returns a message and its help. They are about U+FFFD if the text has a lone surrogate at the fault. */
function spoken(text, { start, end }, message, help) {
  const found = text.slice(start, end);
  if (!LONE_SURROGATE.test(found)) {
    return { message, help };
  }
  const surrogate = `surrogate U+${found.charCodeAt(0).toString(16).toUpperCase()}`;
  return {
    message: message.replace(/'\\u\{fffd\}'|'\ufffd'/, surrogate),
    help: 'a lone surrogate is half of a character: make the text again from its source',
  };
}

export function parseError(text, argument, component, place, message, help) {
  const at = range(place);
  return { kind: 'parse', ...spoken(text, at, message, help), argument, component, ...at };
}

export function operationError(kind, message, help) {
  return { kind, message, help };
}

export function hostError(place, message, help) {
  return { kind: 'host', message, help, argument: 'text', component: 'host', ...range(place) };
}

export function templateError(text, place, message, help) {
  const at = range(place);
  return { kind: 'template', ...spoken(text, at, message, help), ...at };
}

export function expandError(variable, message, help) {
  return { kind: 'expand', message, help, variable };
}

export function finding(code, severity, component, place, message, help, section) {
  return { kind: 'finding', code, severity, message, help, section, component, ...range(place) };
}

export function change(place, inserted, help) {
  return { ...range(place), inserted, help };
}

export function suggestion(reference, typedHost, changes) {
  return { reference, typedHost, changes };
}

export function accepted(value, findings, suggestions) {
  return { ok: true, value, findings, suggestions };
}

export function refused(error, findings, suggestions) {
  return { ok: false, error, findings, suggestions };
}

/** Returns an object with these names and values, which alternate. A name may be `__proto__`. */
export function record(flat) {
  const pairs = [];
  for (let index = 0; index < flat.length; index += 2) {
    pairs.push([flat[index], flat[index + 1]]);
  }
  return Object.fromEntries(pairs);
}

export function matched(values, ambiguous) {
  return { values, ambiguous };
}

export function members(value) {
  return Array.isArray(value) ? value : undefined;
}

export function typeError(message) {
  return new TypeError(message);
}

export function isWellFormed(text) {
  return !LONE_SURROGATE.test(text);
}
