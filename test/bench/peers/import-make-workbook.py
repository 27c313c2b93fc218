"""Writes a takeoff workbook with xlsxwriter: columns as JSON on stdin, then file and row count as arguments."""

import datetime
import json
import random
import sys

import xlsxwriter

target, count = sys.argv[1], int(sys.argv[2])
columns = json.load(sys.stdin)
random.seed(42)
book = xlsxwriter.Workbook(target)
sheet = book.add_worksheet("Piping")
bold = book.add_format({"bold": True})
day = book.add_format({"num_format": "yyyy-mm-dd"})
words = ["Pipe", "Elbow 90 LR", "Tee reducing", "Flange WN", "Gate valve", "Gasket", "Stud bolt", "Réducteur", "Support"]
first_day = datetime.datetime(2025, 1, 1)


def value(column, row):
    kind = column["kind"]
    if kind == "sequence":
        return row
    if kind == "text":
        return f"{random.choice(words)}, SCH {random.choice([40, 80, 160])}, ASTM A106 Gr. B, item {row % 7000}"
    if kind == "code":
        return f"{column['key'][:3].upper()}-{random.randint(1, 20000):05d}"
    if kind == "integer":
        return random.randint(0, 40)
    if kind == "decimal":
        return round(random.random() * 9 + 0.5, random.choice([1, 2, 2, 4]))
    if kind == "date":
        return first_day + datetime.timedelta(days=random.randint(0, 700))
    return random.choice(column["choices"])


sheet.freeze_panes(1, 0)
for at, column in enumerate(columns):
    sheet.write_string(0, at, column["header"], bold)
for row in range(1, count + 1):
    for at, column in enumerate(columns):
        if random.random() < 0.15 and column["key"] not in ("quantity", "description", "unitOfMeasure"):
            continue
        cell = value(column, row)
        if isinstance(cell, datetime.datetime):
            sheet.write_datetime(row, at, cell, day)
        elif isinstance(cell, str):
            sheet.write_string(row, at, cell)
        else:
            sheet.write_number(row, at, cell)
book.close()
print(xlsxwriter.__version__)
