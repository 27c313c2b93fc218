"""Writes the rows of a CSV (labels, types, lines) to a workbook with xlsxwriter in constant memory; prints figures."""

import csv
import datetime
import resource
import sys
import time

import xlsxwriter

source, target = sys.argv[1:]
started = time.perf_counter()
book = xlsxwriter.Workbook(target, {"constant_memory": True})
sheet = book.add_worksheet("Takeoff")
bold = book.add_format({"bold": True})
day = book.add_format({"num_format": "yyyy-mm-dd"})
sheet.freeze_panes(1, 0)


def write_date(row, column, text):
    sheet.write_datetime(row, column, datetime.datetime.strptime(text, "%Y-%m-%d"), day)


writers = {
    "number": lambda row, column, text: sheet.write_number(row, column, float(text)),
    "integer": lambda row, column, text: sheet.write_number(row, column, int(text)),
    "boolean": lambda row, column, text: sheet.write_boolean(row, column, text in ("t", "true")),
    "date": write_date,
}

with open(source, newline="", encoding="utf-8") as file:
    reader = csv.reader(file)
    labels = next(reader)
    columns = [writers.get(kind, sheet.write_string) for kind in next(reader)]
    for column, label in enumerate(labels):
        sheet.write_string(0, column, label, bold)
    row = 0
    for row, values in enumerate(reader, 1):
        for column, text in enumerate(values):
            if text:
                columns[column](row, column, text)
sheet.autofilter(0, 0, row, len(labels) - 1)
book.close()
seconds = time.perf_counter() - started
used = resource.getrusage(resource.RUSAGE_SELF)
print(xlsxwriter.__version__, seconds, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime)
