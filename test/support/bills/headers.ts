import type { BillMaker } from './bill';
import { concreteWorks, earthworks, finishes, pipework } from './catalogue/english';
import { itemsOf, numbered } from './item';
import { BillSheet, type Column, column, commaText, usualColumns } from './table';

const usual = () => usualColumns(['S.No.', 'Description of work', 'Unit', 'Qty', 'Rate', 'Amount']);

/** Bills that differ in what stands above their columns. */
export const headerBills: BillMaker[] = [
  [
    'a tender form with two header rows, groups merged',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil works', [
        column.number('S.N.'),
        column.text('Work Description'),
        column.unit('Unit'),
        column.quantity(['As per contract', 'Quantity']),
        column.price(['As per contract', 'Rate']),
        column.amount(['As per contract', 'Amount']),
        column.other(['Previous bill', 'Quantity'], () => 0),
        column.other(['Previous bill', 'Amount'], () => 0),
        column.other('Remarks'),
      ]);
      sheet.title('TENDER FORM', 'Name of work: access road').blank().header();
      return { sheets: [sheet.items(itemsOf(random, earthworks)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'two header rows, units of measure in the second',
    'USD',
    (random) => {
      const sheet = new BillSheet('Concrete', [
        column.number('Item'),
        column.text('Description'),
        column.unit('Unit'),
        column.quantity('Quantity'),
        column.price(['Unit price', '(USD)']),
        column.amount(['Amount', '(USD)']),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, concreteWorks)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'three header rows: group, name, currency',
    'USD',
    (random) => {
      const sheet = new BillSheet('Architectural finishes', [
        column.number('Item'),
        column.text('Description'),
        column.unit(['Measured work', 'Unit']),
        column.quantity(['Measured work', 'Qty']),
        column.price(['Contract price', 'Rate', 'USD']),
        column.amount(['Contract price', 'Amount', 'USD']),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, finishes)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'a row of column numbers under the header',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', usual()).title('Schedule of prices').header();
      sheet.row(1, 2, 3, 4, 5, 6);
      return { sheets: [sheet.items(itemsOf(random, earthworks)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'a row of one repeated word above the header',
    'USD',
    (random) => {
      const sheet = new BillSheet('Piping', usual());
      sheet.row(...sheet.columns.map(() => 'Description')).header();
      return { sheets: [sheet.items(itemsOf(random, pipework)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'rate in figures and in words',
    'USD',
    (random) => {
      const sheet = new BillSheet('Finishes', [
        ...usual().slice(0, 4),
        column.price(['Rate', 'In figures']),
        column.other(['Rate', 'In words'], () => 'Dollars only'),
        column.amount('Amount'),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, finishes)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'a workbook without headers',
    'USD',
    (random) => ({ sheets: [new BillSheet('Concrete', usual()).items(itemsOf(random, concreteWorks))] }),
  ],
  [
    'comma-separated text without headers',
    'USD',
    (random) => ({
      sheets: [new BillSheet('Piping', usual()).items(itemsOf(random, pipework))],
      as: (sheet) => commaText(sheet, 'piping'),
    }),
  ],
  [
    'the same columns at other rows and in another order on each sheet',
    'USD',
    (random) => {
      const [number, text, unit, quantity, price, amount] = usual() as [
        Column,
        Column,
        Column,
        Column,
        Column,
        Column,
      ];
      const one = new BillSheet('Civil', [number, text, unit, quantity, price, amount]).header();
      const two = new BillSheet('Concrete', [number, text, quantity, unit, price, amount]);
      two.title('Concrete works', 'Building B').blank(2).header();
      one.items(itemsOf(random, earthworks)).sum('Total', one.cents);
      two.items(itemsOf(random, concreteWorks)).sum('Total', two.cents);
      return { sheets: [one, two] };
    },
  ],
  [
    'an empty first column and headers without a known word for the item',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', [
        column.empty(),
        column.code('Ref.'),
        column.text('Particulars'),
        column.quantity('Qnty'),
        column.unit('Per'),
        column.price('Rate'),
        column.amount('Amount'),
      ]);
      sheet.blank().header();
      return { sheets: [sheet.items(numbered(itemsOf(random, earthworks), '1')).sum('Total', sheet.cents)] };
    },
  ],
];
