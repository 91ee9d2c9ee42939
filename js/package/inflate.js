// Decompression of gzip (RFC 1952) and deflate (RFC 1951), for the module in `wasm.js`: what browsers and Node share for it returns a
// promise. The input is that of the build, so that it is not checked.

/** The length of the header that gzip writes without a name. */
const HEADER = 10;

/** The order of the lengths of codes for lengths of codes (section 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The least length or distance of each symbol, and the number of its extra bits (section 3.2.5). */
const LENGTHS = ranges(3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]).concat([[258, 0]]);
const DISTANCES = ranges(1, Array.from({ length: 30 }, (_, symbol) => Math.max(0, (symbol >> 1) - 1)));

function ranges(least, extras) {
  return extras.map((extra) => {
    const range = [least, extra];
    least += 1 << extra;
    return range;
  });
}

/** Returns the table of a code with these lengths (section 3.2.2). Its index are the next bits; an entry is a symbol and a length. */
function tableOf(lengths) {
  const longest = Math.max(...lengths);
  const table = new Uint16Array(1 << longest);
  let code = 0;
  for (let length = 1; length <= longest; length += 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      let reversed = 0;
      for (let bit = 0; bit < length; bit += 1) {
        reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      }
      for (let index = reversed; index < table.length; index += 1 << length) {
        table[index] = (symbol << 4) | length;
      }
      code += 1;
    }
    code <<= 1;
  }
  return { table, longest };
}

const FIXED = [
  tableOf([...Array(144).fill(8), ...Array(112).fill(9), ...Array(24).fill(7), ...Array(8).fill(8)]),
  tableOf(Array(30).fill(5)),
];

export function gunzip(input) {
  const output = new Uint8Array(new DataView(input.buffer).getUint32(input.length - 4, true));
  let at = HEADER;
  let end = 0;
  let bits = 0;
  let held = 0;

  const hold = (count) => {
    while (held < count) {
      bits |= input[at] << held;
      at += 1;
      held += 8;
    }
  };
  const take = (count) => {
    hold(count);
    const taken = bits & ((1 << count) - 1);
    bits >>>= count;
    held -= count;
    return taken;
  };
  const symbol = ({ table, longest }) => {
    hold(longest);
    const entry = table[bits & (table.length - 1)];
    bits >>>= entry & 15;
    held -= entry & 15;
    return entry >> 4;
  };
  const extended = ([least, extra]) => least + take(extra);

  /** Reads the codes of a block (section 3.2.7). */
  const codes = () => {
    const counts = [257 + take(5), 1 + take(5)];
    const given = 4 + take(4);
    const own = Array(19).fill(0);
    for (const index of ORDER.slice(0, given)) own[index] = take(3);
    const code = tableOf(own);
    const lengths = [];
    while (lengths.length < counts[0] + counts[1]) {
      const next = symbol(code);
      if (next < 16) lengths.push(next);
      else if (next === 16) lengths.push(...Array(3 + take(2)).fill(lengths.at(-1)));
      else lengths.push(...Array(next === 17 ? 3 + take(3) : 11 + take(7)).fill(0));
    }
    return [tableOf(lengths.slice(0, counts[0])), tableOf(lengths.slice(counts[0]))];
  };

  for (let last = 0; last === 0; ) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      // Stored: after the rest of the byte, the length twice.
      at -= held >> 3;
      bits = held = 0;
      const length = input[at] | (input[at + 1] << 8);
      output.set(input.subarray(at + 4, at + 4 + length), end);
      at += 4 + length;
      end += length;
      continue;
    }
    const [literals, distances] = kind === 1 ? FIXED : codes();
    for (let next = symbol(literals); next !== 256; next = symbol(literals)) {
      if (next < 256) {
        output[end] = next;
        end += 1;
        continue;
      }
      const length = extended(LENGTHS[next - 257]);
      const distance = extended(DISTANCES[symbol(distances)]);
      for (const stop = end + length; end < stop; end += 1) {
        output[end] = output[end - distance];
      }
    }
  }
  return output;
}
