// Answers the questions on standard input with Boost.URL, and prints one line for each.

#include <boost/url/src.hpp>
#include <boost/version.hpp>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace urls = boost::urls;

namespace {

std::string shown(bool is_defined, urls::string_view text) {
    if (!is_defined) return "undefined";
    return text.empty() ? "\"\"" : std::string(text);
}

std::string kind(urls::host_type type) {
    switch (type) {
        case urls::host_type::none: return "undefined";
        case urls::host_type::name: return "name";
        case urls::host_type::ipv4: return "IPv4";
        case urls::host_type::ipv6: return "IPv6";
        case urls::host_type::ipvfuture: return "IPvFuture";
    }
    return "error";
}

std::string answer(const std::string& table, const std::string& first, const std::string& second) {
    auto parsed = urls::parse_uri_reference(first);
    if (table == "accepts") return parsed ? "yes" : "no";
    if (table == "error") return parsed ? "accepted" : parsed.error().message();
    // Version 1.81 cannot relativize.
    if (table == "relativize") return "n/a";
    if (!parsed) return "error";
    urls::url_view uri = *parsed;
    if (table == "host") return shown(uri.has_authority(), uri.encoded_host());
    if (table == "port") return shown(uri.has_port(), uri.port());
    if (table == "query") return shown(uri.has_query(), uri.encoded_query());
    if (table == "fragment") return shown(uri.has_fragment(), uri.encoded_fragment());
    if (table == "kind") return kind(uri.host_type());
    if (table == "normalize") {
        urls::url normal(uri);
        normal.normalize();
        return std::string(normal.buffer());
    }
    if (table == "resolve" || table == "example") {
        auto reference = urls::parse_uri_reference(second);
        if (!reference) return "error";
        urls::url target;
        auto resolved = urls::resolve(uri, *reference, target);
        return resolved ? std::string(target.buffer()) : "error";
    }
    return "n/a";
}

}  // namespace

int main() {
    std::cout << "Boost.URL " << BOOST_VERSION / 100000 << '.' << BOOST_VERSION / 100 % 1000 << '\n';
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::string> fields;
        std::istringstream rest(line);
        for (std::string field; std::getline(rest, field, '\t');) fields.push_back(field);
        fields.resize(4);
        std::cout << answer(fields[0], fields[1], fields[2]) << '\n';
    }
}
