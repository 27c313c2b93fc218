import type { BillMaker } from './bill';
import { concreteWorks, earthworks, electricalWorks, finishes, pipework } from './catalogue/english';
import { inUnits, itemsOf, numbered } from './item';
import { BillSheet, column, usualColumns } from './table';

const units = { m: 'R.Mt', m2: 'Sqm', m3: 'Cum', kg: 'Kg', EA: 'Nos', LS: 'LS' };
const otherUnits = { m: 'Rmt', m2: 'Sq. Mtr.', m3: '1 Cum', kg: 'Kgs', EA: 'Each', LS: 'L.S.' };
const inBrackets = { m: '(m)', m2: '(m²)', m3: '(m³)', kg: '(kg)', EA: '(no.)', LS: '(item)' };

/** 12,34,567.00 */
function grouped(cents: number): string {
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  const pairs: string[] = [whole.slice(-3)];
  for (let end = whole.length - 3; end > 0; end -= 2) pairs.unshift(whole.slice(Math.max(0, end - 2), end));
  return `${pairs.join(',')}.${fraction}`;
}

/** Bills in the manner of India, Pakistan and Nepal. */
export const indianBills: BillMaker[] = [
  [
    'units as Cum, Sqm, R.Mt and Nos',
    'INR',
    (random) => {
      const sheet = new BillSheet(
        'Civil',
        usualColumns(['Sr. No.', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']),
      );
      sheet.header().items(inUnits(itemsOf(random, earthworks), units));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'units as Sq. Mtr., 1 Cum and Kgs',
    'INR',
    (random) => {
      const sheet = new BillSheet(
        'Concrete',
        usualColumns(['S.No', 'Item of work', 'Unit', 'Quantity', 'Unit Rate', 'Amount']),
      );
      sheet.header().items(inUnits(itemsOf(random, concreteWorks), otherUnits));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'units in brackets',
    'PKR',
    (random) => {
      const sheet = new BillSheet(
        'Finishes',
        usualColumns(['No.', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']),
      );
      sheet.header().items(inUnits(itemsOf(random, finishes), inBrackets));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'rupees in the headers',
    'INR',
    (random) => {
      const words = ['Sl. No.', 'Description of Item', 'Unit', 'Qty.', 'Rate (Rs.)', 'Amount (Rs.)'] as const;
      const sheet = new BillSheet('Electrical', usualColumns(words)).header();
      sheet.items(inUnits(itemsOf(random, electricalWorks), units));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'amounts as text in lakhs with the sign of the rupee',
    'INR',
    (random) => {
      const as = (cents: number) => `₹ ${grouped(cents)}`;
      const words = ['Sr.No.', 'Particulars', 'Unit', 'Qty', 'Rate', 'Amount'] as const;
      const sheet = new BillSheet('Civil Works', usualColumns(words, as)).header();
      sheet.items(inUnits(itemsOf(random, earthworks), units));
      return { sheets: [sheet.sum('Grand Total', sheet.cents, { as })] };
    },
  ],
  [
    'amounts as text with Rs. and a dash',
    'INR',
    (random) => {
      const as = (cents: number) => `Rs. ${grouped(cents)}/-`;
      const words = ['S.No.', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'] as const;
      const sheet = new BillSheet('Piping', usualColumns(words, as)).header();
      sheet.items(inUnits(itemsOf(random, pipework), units));
      return { sheets: [sheet.sum('Total', sheet.cents, { as })] };
    },
  ],
  [
    'amounts in lakhs of rupees',
    'INR',
    (random) => {
      const lakhs = (cents: number) => cents / 10_000_000;
      const sheet = new BillSheet('Concrete', [
        column.number('S.No.'),
        column.text('Description'),
        column.unit('Unit'),
        column.quantity('Qty'),
        column.price('Rate (Rs.)'),
        column.amount('Amount (Rs. in lakhs)', lakhs),
      ]);
      sheet.header().items(inUnits(itemsOf(random, concreteWorks), units));
      return { sheets: [sheet.sum('Total', sheet.cents, { as: lakhs })] };
    },
  ],
  [
    'a running bill from Nepal with two header rows and a column of #REF!',
    'NPR',
    (random) => {
      const sheet = new BillSheet('BOQ', [
        column.code('S.N.', Number),
        column.text('Work Description'),
        column.unit('Unit'),
        column.quantity(['As per BOQ', 'Quantity']),
        column.price(['As per BOQ', 'Rate (NRs)']),
        column.amount(['As per BOQ', 'Total Amount (NRs)']),
        column.other(['Current bill', 'Quantity'], () => ({ t: 'e', v: 23 })),
        column.other(['Current bill', 'Total Amount'], () => 0),
        column.other('Remarks'),
      ]);
      sheet.title('Bill of Contract', 'Name of Works: road and culverts').blank().header();
      sheet.row(...sheet.columns.map((_, at) => at + 1));
      for (const section of ['1', '2', '3']) {
        const items = numbered(
          inUnits(itemsOf(random, section === '3' ? concreteWorks : earthworks, 8), units),
          section,
        );
        const copied = [{ t: 'e' as const, v: 23 }, 0];
        sheet.row(Number(section), `Section ${section}`, null, null, null, null, ...copied).items(items);
        sheet.sum(
          `Sub-Total ${section}`,
          items.reduce((sum, { amount }) => sum + amount, 0),
        );
      }
      const tax = Math.round(sheet.cents * 0.13);
      sheet.cells({ unit: 'Total with PS', amount: sheet.cents / 100 });
      sheet.cells({ unit: 'PS amount', amount: 100_000 }).cells({ unit: 'VAT 13%', amount: tax / 100 });
      return {
        sheets: [sheet.cells({ unit: 'Grand Total inclusive VAT', amount: (sheet.cents + tax) / 100 })],
      };
    },
  ],
  [
    'rate only items of an insulation bill with the quantity under TOTAL',
    'INR',
    (random) => {
      const [one, two] = [itemsOf(random, pipework, 6), itemsOf(random, pipework, 5)];
      const sheet = new BillSheet('Chilled water piping', [
        column.code('SR. NO.'),
        column.text('DESCRIPTION OF WORK'),
        column.unit('Units'),
        column.other('MANIFOLD', ({ quantity }) => Math.floor(quantity / 3)),
        column.other('PIPING AND INSULATION', ({ quantity }) => quantity - Math.floor(quantity / 3)),
        column.quantity('TOTAL'),
        column.price('RATE'),
        column.amount('AMOUNT'),
        column.other('Remarks', (_, { index }) => (index % 3 === 0 ? '32MM' : null)),
      ]);
      sheet.header().blank(2).heading('Pipe with nitrile rubber insulation', 'A');
      sheet.items(numbered(inUnits(one, units), 'A', '')).blank();
      sheet
        .row('B', 'Valves and fittings', null, null, null, null, null, null, 'FM approved\nblack')
        .items(numbered(inUnits(two, units), 'B', ''));
      sheet.note(4, 'rate for "0" to be provided').note(6, 'FM approved');
      return { sheets: [sheet.sum('TOTAL AMOUNT', sheet.cents)] };
    },
  ],
];
