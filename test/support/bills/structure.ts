import type { BillMaker } from './bill';
import { concreteWorks, earthworks, electricalWorks, finishes, pipework } from './catalogue/english';
import { itemsOf, numbered, sumOf } from './item';
import { BillSheet, column, usualColumns } from './table';

const usual = () => usualColumns(['Item', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']);

const coded = () => [
  column.code('Item No.'),
  column.text('Description'),
  column.unit('Unit'),
  column.quantity('Quantity'),
  column.price('Unit Rate'),
  column.amount('Amount'),
];

/** Bills that differ in headings, sums, blank rows and what is written around the table. */
export const structureBills: BillMaker[] = [
  [
    'a plain priced bill of pipework',
    'CAD',
    (random) => ({ sheets: [new BillSheet('Piping', usual()).header().items(itemsOf(random, pipework))] }),
  ],
  [
    'a total without a text',
    'CAD',
    (random) => {
      const items = itemsOf(random, concreteWorks);
      return {
        sheets: [new BillSheet('Concrete', usual()).header().items(items).sum(null, sumOf(items))],
      };
    },
  ],
  [
    'a total without a text, zeros copied down',
    'CAD',
    (random) => {
      const items = itemsOf(random, finishes);
      const sheet = new BillSheet('Finishes', usual()).header().items(items);
      return { sheets: [sheet.sum(null, sumOf(items), { copied: 0 })] };
    },
  ],
  [
    'two items and their sum, zeros copied down',
    'USD',
    () => {
      const item = { code: '', unit: 'm', price: 100 };
      const items = [
        { ...item, text: 'Pipe, carbon steel, DN 50', quantity: 10, amount: 1000 },
        { ...item, text: 'Pipe, carbon steel, DN 80', quantity: 20.5, amount: 2050 },
      ];
      const sheet = new BillSheet('Piping', usual()).header().items(items);
      return { sheets: [sheet.sum(null, 3050, { copied: 0 })] };
    },
  ],
  [
    'numbered sections with subtotals and a grand total',
    'USD',
    (random) => {
      const one = numbered(itemsOf(random, earthworks, 7), '1');
      const two = numbered(itemsOf(random, earthworks, 6), '2');
      const sheet = new BillSheet('Civil Works', coded()).title('BILL OF QUANTITIES', 'Bill No. 2').blank();
      sheet.header().section('1', 'EXCAVATION', one, 'Sub-total 1');
      sheet.section('2', 'ROADS', two, 'Sub-total 2').blank();
      return { sheets: [sheet.sum('GRAND TOTAL', sumOf([...one, ...two]))] };
    },
  ],
  [
    'sections by letter that are carried to a summary',
    'GBP',
    (random) => {
      const sheet = new BillSheet('Bill 3 Finishes', coded()).title('Bill No. 3: Finishes').header();
      for (const [letter, text] of [
        ['A', 'Walls and partitions'],
        ['B', 'Floors'],
        ['C', 'Ceilings'],
      ] as const) {
        const items = itemsOf(random, finishes, 6).map((item, at) => ({
          ...item,
          code: `${letter}${at + 1}`,
        }));
        sheet.section(letter, text, items, 'Carried to Summary').blank();
      }
      return { sheets: [sheet] };
    },
  ],
  [
    'sections by Roman number, sums without a text',
    'USD',
    (random) => {
      const sheet = new BillSheet('Electrical', coded()).header();
      for (const [roman, text] of [
        ['I.', 'Cables'],
        ['II.', 'Cable trays'],
        ['III.', 'Lighting'],
      ] as const)
        sheet.section(roman, text, numbered(itemsOf(random, electricalWorks, 5), roman, ''), null);
      return { sheets: [sheet.sum(null, sheet.cents)] };
    },
  ],
  [
    'sums of sums over three levels',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', coded()).header();
      for (const division of ['01', '02']) {
        const before = sheet.cents;
        sheet.heading(`DIVISION ${division}`, division);
        for (const part of [`${division}.01`, `${division}.02`])
          sheet.section(part, `Part ${part}`, numbered(itemsOf(random, earthworks, 4), part, '.', 3), null);
        sheet.sum(null, sheet.cents - before);
      }
      return { sheets: [sheet.sum(null, sheet.cents)] };
    },
  ],
  [
    'headings with zeros in every figure',
    'USD',
    (random) => {
      const sheet = new BillSheet('Concrete Works', coded()).header();
      for (const section of ['1', '2']) {
        const figures = { quantity: 0, price: 0, amount: 0 };
        sheet.cells({ code: section, text: `Part ${section} of the foundations`, ...figures });
        sheet.items(numbered(itemsOf(random, concreteWorks, 6), section));
      }
      return { sheets: [sheet.sum('Total', sheet.cents, { copied: 0 })] };
    },
  ],
  [
    'notes next to the table',
    'USD',
    (random) => {
      const sheet = new BillSheet('Concrete', usual()).header().items(itemsOf(random, concreteWorks));
      for (const row of [1, 3, 4, 7, 9]) sheet.note(row, 'rate to be confirmed', 1 + (row % 3));
      return { sheets: [sheet.sum('Total', sheet.cents).note(1, 4500, 5)] };
    },
  ],
  [
    'an empty column with remarks in half of its rows',
    'USD',
    (random) => {
      const columns = [...usual().slice(0, 2), column.empty(), ...usual().slice(2)];
      const sheet = new BillSheet('Finishes', columns).header().items(itemsOf(random, finishes));
      for (const [at, row] of sheet.rows.entries()) if (at % 2 === 1) row[2] = 'see drawing';
      return { sheets: [sheet.sum('TOTAL', sheet.cents)] };
    },
  ],
  [
    'a summary of sections next to the table',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', usual()).header().items(itemsOf(random, earthworks));
      const half = Math.floor(sheet.cents / 2);
      sheet.note(0, 'Section', 2).note(0, 'Cost', 3);
      sheet.note(1, 'Earthworks', 2).note(1, half / 100, 3);
      sheet.note(2, 'Roads', 2).note(2, (sheet.cents - half) / 100, 3);
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'a table of discounts under the bill',
    'USD',
    (random) => {
      const sheet = new BillSheet('Electrical', usual()).header().items(itemsOf(random, electricalWorks));
      sheet.sum(null, sheet.cents).blank(3);
      sheet.row('Category', 'Reference', 'List price', 'Discount', 'Net price');
      sheet.row('Cable', 'XLPE-25', 1250.5, 0.5, 625.25).row('Tray', 'TR-300', 410, 0.5, 205);
      return { sheets: [sheet] };
    },
  ],
  [
    'blank rows and a note of terms at the end',
    'USD',
    (random) => {
      const sheet = new BillSheet('Piping', usual()).title('Priced schedule').blank().header();
      for (const item of itemsOf(random, pipework)) sheet.items([item]).blank();
      sheet.sum('Total', sheet.cents).blank(2);
      return { sheets: [sheet.row('Note: prices are valid for 60 days.').row(null, 'Signed: ........')] };
    },
  ],
  [
    'headers repeated on each page with sums carried forward',
    'GBP',
    (random) => {
      const sheet = new BillSheet('Civil Works', usual()).header();
      for (let page = 1; page <= 3; page += 1) {
        if (page > 1) sheet.blank().header().sum('Brought forward', sheet.cents);
        sheet.items(itemsOf(random, earthworks, 6)).sum('Carried forward', sheet.cents);
      }
      return { sheets: [sheet.sum('Total of bill', sheet.cents)] };
    },
  ],
  [
    'several sheets and a summary of them',
    'USD',
    (random) => {
      const bills = [
        new BillSheet('Civil', usual()).header().items(itemsOf(random, earthworks)),
        new BillSheet('Electrical', usual()).title('Bill 2').header().items(itemsOf(random, electricalWorks)),
        new BillSheet('Piping', usual()).header().items(itemsOf(random, pipework)),
      ];
      for (const one of bills) one.sum('Total to summary', one.cents);
      const summary = new BillSheet('Summary', [
        column.number('Bill'),
        column.text('Title'),
        column.amount('Amount'),
      ]);
      summary.header();
      for (const [at, one] of bills.entries()) summary.row(at + 1, one.name, one.cents / 100);
      summary.sum('Total tender price', sumOf(bills.map(({ cents }) => ({ amount: cents }))));
      return { sheets: [summary, ...bills] };
    },
  ],
  [
    'a cover sheet before the bill',
    'USD',
    (random) => {
      const cover = new BillSheet('Cover', [column.text('')]);
      cover.row('Tender for the new workshop').row('Employer', 'Municipality').row('Date', '12 May 2026');
      const sheet = new BillSheet('BOQ', usual()).title('Bill of Quantities').blank(2).header();
      return { sheets: [cover, sheet.items(itemsOf(random, finishes)).sum('Total', sheet.cents)] };
    },
  ],
];
