"""What a user would write: reads a workbook with openpyxl in read-only mode and sends its cells to a table by COPY.

Arguments: workbook, address of the database, table. The columns of the table are those of the workbook, in order. With the
workbook alone it is only read.
"""

import datetime
import resource
import subprocess
import sys
import time

import openpyxl

source = sys.argv[1]
started = time.perf_counter()
book = openpyxl.load_workbook(source, read_only=True, data_only=True)
rows = book.worksheets[0].iter_rows(values_only=True)
next(rows)


def report(count):
    seconds = time.perf_counter() - started
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    processors = own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
    print(openpyxl.__version__, seconds, count, own.ru_maxrss / 1024, processors)


if len(sys.argv) == 2:
    report(sum(1 for row in rows))
    sys.exit()

database, table = sys.argv[2:]
psql = subprocess.Popen(
    ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", database, "-c", f"copy {table} from stdin"],
    stdin=subprocess.PIPE,
)


def text(value):
    if value is None:
        return "\\N"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, str):
        return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
    return str(value)


count = 0
for row in rows:
    psql.stdin.write(("\t".join(map(text, row)) + "\n").encode())
    count += 1
psql.stdin.close()
if psql.wait() != 0:
    sys.exit(1)
report(count)
