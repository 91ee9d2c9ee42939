//! The end of the help text.

pub(super) const EXAMPLES: &str = "\
Examples:
  uri-sql \"select uri_host(line) h, count(*) from 'links.txt' group by h order by 2 desc limit 20\"
  uri-sql \"select count(*) from 'links/*.parquet' where uri_scheme(uri) = 'http'\"
  zcat access.log.gz | uri-sql \"select line from '-' where uri_host(line) is null\"
  uri-sql \"select uri_host(line) h, line from files order by h\" *.txt.zst --output sorted.parquet
  uri-sql --no-header \"select column_2 from 'members.csv'\" --output-format json | jq .
  uri-sql --file report.sql --memory-limit 2GB --threads 4
  uri-sql \"show functions like 'uri_%'\"

Names tell formats: .parquet, .csv, .tsv, .json, .jsonl and .ndjson; .txt and .log are text; .gz, .zst, .bz2 and .xz \
behind any of these, except .parquet, mean that it is compressed. For other names, and standard input, --format says the \
format; without it, standard input is text. Standard input may be compressed: its first bytes tell. In text, octets that are not UTF-8 become U+FFFD. A directory is read with all directories in it, without files whose names \
begin with `.` or `_`; folders such as `day=1` become columns.

The columns of JSON are those of all rows. The types of those of CSV are inferred from the first 1,000 rows of each file: \
booleans, integers, floating-point numbers or text. Dates and times are text: cast(d as timestamp). To declare types, such \
as text for 007, or to read a file in another format than its name tells, create a table first:
  create external table m (id varchar, homepage varchar) stored as csv location 'members.csv'
  options ('format.delimiter' ';');

Without `order by`, rows come in any order. If standard error is a terminal, progress, the number of rows and the elapsed time \
are shown there; errors are in any case. If a query fails, the file of --output is left as it was.

Exit status: 0 if all is well; 1 if a query failed on data, such as a value that a cast or a strict function does not \
accept; 2 if it could not run: wrong usage, a fault in the SQL, a missing file, too little memory, no cluster; 130 if \
Ctrl-C, SIGTERM or SIGHUP stopped it.";
