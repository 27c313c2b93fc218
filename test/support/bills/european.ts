import type { BillMaker } from './bill';
import { lotPeinture, lotTerrassement, obra, obraPortuguesa, opere, rohbau } from './catalogue/european';
import { inUnits, itemsOf, numbered, sumOf } from './item';
import { type AsMoney, BillSheet, column, semicolonText, usualColumns } from './table';

const french = { m: 'ml', m2: 'm²', m3: 'm³', kg: 'kg', EA: 'U', LS: 'Ens' };
const spanish = { m: 'm', m2: 'm2', m3: 'm3', kg: 'kg', EA: 'ud', LS: 'PA' };
const german = { m: 'm', m2: 'm2', m3: 'm3', kg: 'kg', EA: 'Stk', LS: 'psch' };
const portuguese = { m: 'm', m2: 'm²', m3: 'm³', kg: 'kg', EA: 'un', LS: 'vb' };
const italian = { m: 'ml', m2: 'mq', m3: 'mc', kg: 'kg', EA: 'cad', LS: 'a corpo' };

const germanText: AsMoney = (cents) => (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 });
const inEuros: AsMoney = (cents) => `${germanText(cents)} €`;

const dpgf = () => [
  column.code('N°'),
  column.text('Désignation'),
  column.unit('U'),
  column.quantity('Qté'),
  column.price('P.U. HT'),
  column.amount('Total HT'),
];

const verzeichnis = (as?: AsMoney) => [
  column.code('OZ'),
  column.text('Kurztext'),
  column.quantity('Menge', ({ quantity }) => (as ? quantity.toLocaleString('de-DE') : quantity)),
  column.unit('ME'),
  column.price('EP', as),
  column.amount('GP', as),
];

/** Bills in the manner of France, Spain, Germany, Portugal and Italy. */
export const europeanBills: BillMaker[] = [
  [
    'a French DPGF with sections, tax and the total with tax',
    'EUR',
    (random) => {
      const [one, two] = [itemsOf(random, lotPeinture, 5), itemsOf(random, lotPeinture, 6)];
      const sheet = new BillSheet('Lot 07 Peinture', dpgf());
      sheet
        .title('DÉCOMPOSITION DU PRIX GLOBAL ET FORFAITAIRE', 'Lot 07 : cloisons et peinture')
        .blank()
        .header();
      sheet.section('7.1', 'CLOISONS', numbered(inUnits(one, french), '7.1'), 'Sous-total CLOISONS').blank();
      sheet.section('7.2', 'PEINTURE', numbered(inUnits(two, french), '7.2'), 'Sous-total PEINTURE').blank();
      const tax = Math.round(sheet.cents / 5);
      sheet.sum('TOTAL HT', sheet.cents).sum('TVA 20 %', tax);
      return { sheets: [sheet.sum('TOTAL TTC', sheet.cents + tax)] };
    },
  ],
  [
    'a French price schedule as text with semicolons',
    'EUR',
    (random) => {
      const sheet = new BillSheet('Terrassement', [
        column.code('N° de prix'),
        column.text('Désignation des ouvrages'),
        column.unit('Unité'),
        column.quantity('Quantité'),
        column.price('Prix unitaire'),
        column.amount('Prix total'),
      ]).header();
      sheet.items(numbered(inUnits(itemsOf(random, lotTerrassement), french), '2'));
      return { sheets: [sheet.sum('Total', sheet.cents)], as: (one) => semicolonText(one, 'terrassement') };
    },
  ],
  [
    'a French quote with the price of the customer and another with a margin',
    'EUR',
    (random) => {
      const margin = (cents: number) => Math.round(cents * 1.35) / 100;
      const sheet = new BillSheet('Peinture', [
        ...dpgf().slice(1),
        column.other('Total + 35%', ({ amount }) => margin(amount)),
      ]);
      sheet.header().items(inUnits(itemsOf(random, lotPeinture), french));
      return { sheets: [sheet.sum('Total HT', sheet.cents)] };
    },
  ],
  [
    'a Spanish presupuesto with chapters and their totals',
    'EUR',
    (random) => {
      const sheet = new BillSheet('Presupuesto', [
        column.code('Código'),
        column.text('Resumen'),
        column.unit('Ud'),
        column.quantity('Cantidad'),
        column.price('Precio'),
        column.amount('Importe'),
      ])
        .title('PRESUPUESTO Y MEDICIONES')
        .header();
      for (const [chapter, text] of [
        ['01', 'CIMENTACIÓN'],
        ['02', 'ALBAÑILERÍA'],
      ] as const) {
        const items = numbered(inUnits(itemsOf(random, obra, 7), spanish), `E${chapter}`, 'HA', 3);
        sheet.heading(`CAPÍTULO ${chapter} ${text}`).items(items);
        sheet.sum(`TOTAL CAPÍTULO ${chapter} ${text}`, sumOf(items)).blank();
      }
      return { sheets: [sheet.sum('TOTAL PRESUPUESTO', sheet.cents)] };
    },
  ],
  [
    'a Spanish budget by nature whose chapters have the sum of their items above them',
    'EUR',
    (random) => {
      const sheet = new BillSheet('Obra civil', [
        column.code('Código'),
        column.other('Nat', () => 'Partida'),
        column.unit('Ud'),
        column.text('Resumen'),
        column.quantity('CanPres'),
        column.price('PrPres'),
        column.amount('ImpPres'),
      ]).header();
      for (const chapter of ['01', '02']) {
        const items = numbered(inUnits(itemsOf(random, obra, 6), spanish), `${chapter}`, '.', 2);
        const sum = sumOf(items) / 100;
        sheet.row(chapter, 'Capítulo', null, `Obra del capítulo ${chapter}`, 1, sum, sum);
        for (const item of items)
          sheet.items([item]).row(null, null, null, 'Según planos y mediciones de proyecto.');
      }
      return { sheets: [sheet] };
    },
  ],
  [
    'a German Leistungsverzeichnis with titles, tax and gross total',
    'EUR',
    (random) => {
      const sheet = new BillSheet('Rohbau Betonarbeiten', verzeichnis());
      sheet.title('Leistungsverzeichnis', 'Projekt: Neubau Halle 3').blank().header();
      for (const [title, text] of [
        ['01', 'Erdarbeiten'],
        ['02', 'Betonarbeiten'],
      ] as const) {
        const items = numbered(inUnits(itemsOf(random, rohbau, 8), german), title, '.', 4);
        sheet.section(title, text, items, `Summe Titel ${title} ${text}`);
      }
      const tax = Math.round(sheet.cents * 0.19);
      sheet.sum('Angebotssumme netto', sheet.cents).sum('zzgl. 19 % MwSt.', tax);
      return { sheets: [sheet.sum('Angebotssumme brutto', sheet.cents + tax)] };
    },
  ],
  [
    'a German Leistungsverzeichnis as text with semicolons and points for thousands',
    'EUR',
    (random) => {
      const sheet = new BillSheet('Beton', verzeichnis(germanText)).header();
      sheet.items(numbered(inUnits(itemsOf(random, rohbau), german), '01', '.', 4));
      sheet.sum('Gesamtsumme', sheet.cents, { as: germanText });
      return { sheets: [sheet], as: (one) => semicolonText(one, 'beton') };
    },
  ],
  [
    'a German bill with euros in the cells and long column names',
    'EUR',
    (random) => {
      const words = ['Pos.', 'Bezeichnung', 'Einheit', 'Menge', 'Einheitspreis', 'Gesamtpreis'] as const;
      const sheet = new BillSheet('Betonarbeiten', usualColumns(words, inEuros)).header();
      sheet.items(inUnits(itemsOf(random, rohbau), german));
      return { sheets: [sheet.sum('Summe', sheet.cents, { as: inEuros })] };
    },
  ],
  [
    'a Brazilian orçamento in reais',
    'BRL',
    (random) => {
      const sheet = new BillSheet('Orçamento', [
        column.code('Item'),
        column.other('Código', (_, { index }) => 90_000 + index),
        column.text('Descrição'),
        column.unit('Und'),
        column.quantity('Quant.'),
        column.price('Preço Unit. (R$)'),
        column.amount('Preço Total (R$)'),
      ]).header();
      const items = numbered(inUnits(itemsOf(random, obraPortuguesa), portuguese), '1');
      sheet.section('1', 'FUNDAÇÕES', items).sum('TOTAL GERAL', sheet.cents);
      return { sheets: [sheet] };
    },
  ],
  [
    'an Italian computo metrico',
    'EUR',
    (random) => {
      const words = [
        'N.',
        'Descrizione dei lavori',
        'U.M.',
        'Quantità',
        'Prezzo unitario',
        'Importo',
      ] as const;
      const sheet = new BillSheet('Computo', usualColumns(words))
        .title('COMPUTO METRICO ESTIMATIVO')
        .header();
      sheet.items(inUnits(itemsOf(random, opere), italian));
      return { sheets: [sheet.sum('Totale complessivo', sheet.cents)] };
    },
  ],
];
