// Answers the questions on standard input with the IRI module of Jena, and prints one line for each. Jena's rules for URIs
// are enabled, except those that RFC 3986 does not have or only recommends.

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Properties;
import java.util.StringJoiner;

import org.apache.jena.iri.IRI;
import org.apache.jena.iri.IRIFactory;
import org.apache.jena.iri.IRIRelativize;
import org.apache.jena.iri.Violation;
import org.apache.jena.iri.ViolationCodes;

final class Jena {
    private static final IRIFactory URIS = new IRIFactory();
    private static final int[] NOT_SYNTAX = {
        ViolationCodes.DEFAULT_PORT_SHOULD_BE_OMITTED, ViolationCodes.LOWERCASE_PREFERRED,
        ViolationCodes.NON_INITIAL_DOT_SEGMENT, ViolationCodes.NOT_DNS_NAME, ViolationCodes.PERCENT_ENCODING_SHOULD_BE_UPPERCASE,
        ViolationCodes.PORT_SHOULD_NOT_BE_EMPTY, ViolationCodes.PORT_SHOULD_NOT_BE_WELL_KNOWN,
        ViolationCodes.UNREGISTERED_IANA_SCHEME, ViolationCodes.USE_PUNYCODE_NOT_PERCENTS,
        ViolationCodes.IPv6ADDRESS_SHOULD_BE_LOWERCASE, ViolationCodes.PORT_SHOULD_NOT_START_IN_ZERO,
        ViolationCodes.SUPERFLUOUS_ASCII_PERCENT_ENCODING,
    };
    private static final int ANY_FORM = IRIRelativize.SAMEDOCUMENT | IRIRelativize.NETWORK | IRIRelativize.ABSOLUTE
        | IRIRelativize.CHILD | IRIRelativize.PARENT | IRIRelativize.GRANDPARENT;

    public static void main(String[] arguments) throws Exception {
        URIS.useSpecificationURI(true);
        for (int code : NOT_SYNTAX) URIS.setIsError(code, false);
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var version = new Properties();
        try (InputStream file = IRI.class.getResourceAsStream("/META-INF/maven/org.apache.jena/jena-iri/pom.properties")) {
            version.load(file);
        }
        out.println("Jena " + version.getProperty("version"));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] fields = line.split("\t", -1);
            String answer;
            try {
                answer = answer(fields[0], fields[1], fields[2]);
            } catch (RuntimeException exception) {
                answer = "exception " + exception.getClass().getSimpleName();
            }
            out.println(answer);
        }
    }

    private static String answer(String table, String first, String second) {
        IRI uri = URIS.create(first);
        boolean isRejected = uri.hasViolation(false);
        switch (table) {
            case "accepts": return isRejected ? "no" : "yes";
            case "error": return isRejected ? violations(uri) : "accepted";
            // The library has no method that distinguishes names from addresses.
            case "kind": return "n/a";
            default: break;
        }
        if (isRejected) return "error";
        switch (table) {
            case "host": return shown(uri.getRawHost());
            case "port": return port(uri.getPort());
            case "query": return shown(uri.getRawQuery());
            case "fragment": return shown(uri.getRawFragment());
            // The library declares `normalize`, but does not implement it.
            case "normalize": return "n/a";
            case "relativize": return uri.relativize(second, ANY_FORM).toString();
            case "resolve": case "example": return uri.resolve(second).toString();
            default: return "n/a";
        }
    }

    private static String port(int port) {
        if (port == IRI.NO_PORT) return "undefined";
        return port == IRI.ILLFORMED_PORT ? "ill-formed" : String.valueOf(port);
    }

    private static String shown(String text) {
        if (text == null) return "undefined";
        return text.isEmpty() ? "\"\"" : text;
    }

    private static String violations(IRI uri) {
        var names = new StringJoiner(", ");
        for (Iterator<Violation> all = uri.violations(false); all.hasNext();) {
            Violation violation = all.next();
            names.add(violation.codeName() + " in " + violation.component());
        }
        return names.toString();
    }
}
