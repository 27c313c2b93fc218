import type { BillMaker } from './bill';
import { concreteWorks, earthworks, electricalWorks, finishes, pipework } from './catalogue/english';
import { type Item, inUnits, itemsOf, numbered } from './item';
import { BillSheet, column, usualColumns } from './table';

const first = () => [column.number('Item'), column.text('Description')];
const priced = () => [column.quantity('Qty'), column.price('Rate'), column.amount('Amount')];
const usual = () => [...first(), column.unit('Unit'), ...priced()];
const withThousands = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

/** A price of two parts, in whole cents. */
const partOf = ({ price }: Item): number => Math.floor(price / 3);

/** Bills that differ in their figures, their units and what their money columns mean. */
export const figureBills: BillMaker[] = [
  [
    'TOTAL is the unit rate, AMOUNT the product',
    'THB',
    (random) => {
      const sheet = new BillSheet('Structure', [
        column.empty(),
        column.other('WBS_1', () => 'STRUCTURE'),
        column.text('DESCRIPTION'),
        column.unit('UNIT'),
        column.quantity('QTY'),
        column.other('MAT.', (item) => partOf(item) / 100),
        column.other('LAB.', (item) => (item.price - partOf(item)) / 100),
        column.price('TOTAL'),
        column.product('AMOUNT'),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, concreteWorks)).sum(null, sheet.cents)] };
    },
  ],
  [
    'supply and installation rates, their sum and the amount',
    'USD',
    (random) => {
      const sheet = new BillSheet('Electrical', [
        ...first(),
        column.unit('Unit'),
        column.quantity('Qty'),
        column.other('Supply Rate', (item) => partOf(item) / 100),
        column.other('Installation Rate', (item) => (item.price - partOf(item)) / 100),
        column.price('Total Rate'),
        column.amount('Amount'),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, electricalWorks)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'an estimated quantity next to the quantity that multiplies',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', [
        ...first(),
        column.unit('Unit'),
        column.other('Estimated Quantity', ({ quantity }) => Math.ceil(quantity * 1.1)),
        ...priced(),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, earthworks)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'formulas in every amount and sum',
    'USD',
    (random) => {
      const columns = [...usual().slice(0, 5), column.product('Amount')];
      const sheet = new BillSheet('Concrete', columns).header().items(itemsOf(random, concreteWorks));
      const last = sheet.rows.length;
      const as = (cents: number) => ({ t: 'n' as const, f: `SUM(F2:F${last})`, v: cents / 100 });
      return { sheets: [sheet.sum('Total', sheet.cents, { as })] };
    },
  ],
  [
    'amounts with a tax and the amount with it',
    'USD',
    (random) => {
      const sheet = new BillSheet('Finishes', [
        ...usual(),
        column.other('GST %', () => 18),
        column.other('GST Amount', ({ amount }) => Math.round(amount * 0.18) / 100),
        column.other('Amount incl. GST', ({ amount }) => (amount + Math.round(amount * 0.18)) / 100),
      ]);
      return { sheets: [sheet.header().items(itemsOf(random, finishes)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'figures as text with thousands',
    'USD',
    (random) => {
      const sheet = new BillSheet('Piping', [
        ...first(),
        column.unit('Unit'),
        column.quantity('Qty', ({ quantity }) => withThousands(quantity * 100)),
        column.price('Unit Price', withThousands),
        column.amount('Amount', withThousands),
      ]);
      sheet.header().items(itemsOf(random, pipework));
      return { sheets: [sheet.sum('Total', sheet.cents, { as: withThousands })] };
    },
  ],
  [
    'quantities with their unit in the cell',
    'USD',
    (random) => {
      const quantity = column.quantity('Qty', (item) => `${item.quantity} ${item.unit}`);
      const sheet = new BillSheet('Piping', [...first(), quantity, ...priced().slice(1)]).header();
      return { sheets: [sheet.items(itemsOf(random, pipework)).sum('Total', sheet.cents)] };
    },
  ],
  [
    'item numbers such as 1.1 as numbers',
    'USD',
    (random) => {
      const sheet = new BillSheet('Concrete', [column.code('Item', Number), ...usual().slice(1)]).header();
      for (const section of ['1', '2', '3']) {
        sheet.cells({ code: Number(section), text: `Building ${section}` });
        sheet.items(numbered(itemsOf(random, concreteWorks, 9), section));
      }
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'descriptions of 6,000 characters',
    'USD',
    (random) => {
      const long = (text: string) =>
        `${text}. ${'All labour, tools and scaffolding are included. '.repeat(125)}`;
      const items = itemsOf(random, finishes).map((item) => ({ ...item, text: long(item.text) }));
      const sheet = new BillSheet('Finishes', usual()).header().items(items);
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'rate only, included and by others in place of a quantity',
    'USD',
    (random) => {
      const sheet = new BillSheet('Piping', usual()).header().items(itemsOf(random, pipework));
      for (const word of ['Rate only', 'R.O.', 'Incl.', 'By others', 'nil', '-']) {
        sheet.cells({ number: sheet.itemRows + 1, text: `Pipe spool, ${word}`, unit: 'EA', quantity: word });
        sheet.itemRows += 1;
      }
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'a North American bid schedule in feet and yards',
    'USD',
    (random) => {
      const units = { m: 'LF', m2: 'SY', m3: 'CY', kg: 'LB', EA: 'EA', LS: 'LS' };
      const asDollars = (cents: number) => `$${withThousands(cents)}`;
      const sheet = new BillSheet('Bid Schedule - Civil', [
        column.number('Bid Item No.'),
        column.text('Item Description'),
        column.unit('Unit'),
        column.quantity('Estimated Quantity'),
        column.price('Unit Bid Price', asDollars),
        column.amount('Extended Amount', asDollars),
      ]);
      sheet
        .title('SCHEDULE OF UNIT PRICES')
        .header()
        .items(inUnits(itemsOf(random, earthworks), units));
      return { sheets: [sheet.sum('TOTAL BID', sheet.cents, { as: asDollars })] };
    },
  ],
  [
    'amounts rounded to the cent of quantities with three decimals',
    'USD',
    (random) => {
      const items = itemsOf(random, concreteWorks).map((item) => {
        const quantity = Math.round((item.quantity + 0.337) * 1000) / 1000;
        return { ...item, quantity, amount: Math.round((Math.round(quantity * 1000) * item.price) / 1000) };
      });
      const sheet = new BillSheet('Concrete', usual()).header().items(items);
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'prices in two foreign currencies',
    'CAD',
    (random) => {
      const half = (cents: number) => cents / 200;
      const sheet = new BillSheet('Piping', [
        ...first(),
        column.unit('Unit'),
        column.quantity('Qty'),
        column.price('Material Unit Price (USD)', half),
        column.other('Subcontract Unit Price (EUR)', ({ price }) => half(price)),
      ]);
      sheet.header().items(itemsOf(random, pipework));
      const exchangeRates = [
        { currency: 'USD', rate: 2 },
        { currency: 'EUR', rate: 4 },
      ];
      return { sheets: [sheet], exchangeRates, cents: sheet.cents * 3 };
    },
  ],
  [
    'provisional sums with nothing but an amount',
    'USD',
    (random) => {
      const sheet = new BillSheet('Civil', usual()).header().items(itemsOf(random, earthworks));
      const sums = [
        ['Provisional sum for diversion of services', 2_500_000],
        ['Provisional sum for daywork', 1_000_000],
      ] as const;
      for (const [text, amount] of sums) sheet.cells({ text, unit: 'PS', amount: amount / 100 });
      const total = sheet.cents + 3_500_000;
      return {
        sheets: [sheet.sum('Total', total)],
        differs: { why: 'rows without a quantity have an amount', cents: total },
      };
    },
  ],
  [
    'a grand total with a discount that no row has',
    'USD',
    (random) => {
      const sheet = new BillSheet('Electrical', usual()).header().items(itemsOf(random, electricalWorks));
      const discounted = sheet.cents - 100_000;
      sheet.sum('Sub-total', sheet.cents).sum('Less discount', -100_000);
      return {
        sheets: [sheet.sum('Grand total', discounted)],
        differs: { why: 'the discount is no item', cents: discounted },
      };
    },
  ],
  [
    'an amount of a row that is not its quantity by its rate',
    'USD',
    (random) => {
      const items = itemsOf(random, earthworks).map((item, at) =>
        at === 2 ? { ...item, amount: item.amount + 12_345 } : item,
      );
      const sheet = new BillSheet(
        'Civil',
        usualColumns(['Item', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']),
      );
      sheet.header().items(items);
      sheet.sum('Total', sheet.cents);
      return { sheets: [sheet], differs: { why: 'an amount was typed over', cents: sheet.cents } };
    },
  ],
];
