import { describe, expect, test } from 'bun:test';
import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { type CellValue, columnLetters, DateCell } from '@consulting/spreadsheet/table/cell';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import { findField } from '@consulting/takeoff-fields/registry';
import { type Proposal, proposeFields, type SheetFacts } from './field-proposals';

const certain = 0.8;

function sheetOf(discipline: Discipline, table: Readonly<Record<string, readonly CellValue[]>>): SheetFacts {
  const entries = Object.entries(table);
  const height = Math.max(...entries.map(([, values]) => values.length));
  const recognised = new Map<number, string>();
  const columns = entries.map(([header, values], index) => {
    const field = fieldOfHeader(discipline, header);
    if (field !== undefined) recognised.set(index, field.key);
    const filled = values.filter((value) => value !== null);
    const numbers = filled.filter((value) => typeof value === 'number').length;
    return { index, letters: columnLetters(index), header, filled: filled.length, numbers };
  });
  const rows = Array.from({ length: height }, (_, row) => entries.map(([, values]) => values[row] ?? null));
  return { name: 'Sheet1', columns, rows, recognised };
}

function proposed(
  discipline: Discipline,
  table: Readonly<Record<string, readonly CellValue[]>>,
): Record<string, Proposal[]> {
  const proposals = proposeFields(sheetOf(discipline, table), discipline);
  return Object.fromEntries(Object.keys(table).map((header, index) => [header, proposals.get(index) ?? []]));
}

const first = (proposals: readonly Proposal[] | undefined): string | undefined => proposals?.[0]?.field;

describe('proposeFields by headers', () => {
  test.each([
    ['Quantiyt', [4, 12, 3.5], 'quantity'],
    ['Qty. Rqd. [EA]', [4, 12, 3], 'quantity'],
    ['Auslegungsdruck [barg]', [16, 10, 25], 'designPressure'],
    ['Insul Thkns (mm)', [50, 40, 60], 'insulationThickness'],
    ['LINE_NUMBER_TEXT', ['P-1001-A', 'P-1002-A', 'P-1003-B'], 'lineNumber'],
    ['Wandstärke Rohr', [5.6, 7.1, 8], 'wallThickness'],
    ['Nom du fournisseur', ['Sotub', 'Bridex', 'Robix'], 'supplier'],
    ['Numéro du dessin', ['DE-1', 'DE-2', 'DE-3'], 'drawingNumber'],
  ])('%s', (header, values, key) => {
    const found = proposed('piping', { [header]: values })[header];
    expect([first(found), found?.[0]?.why]).toEqual([key, expect.stringContaining('header resembles')]);
  });

  test('says what speaks for it, of all rows', () => {
    const [best] = proposed('piping', { Quantiyt: [4, 12, 3.5] }).Quantiyt ?? [];
    expect(best?.why).toContain('3 of 3 values are numbers');
    expect(best?.confidence).toBeGreaterThanOrEqual(certain);
  });

  test('values that the field would refuse outweigh the header', () => {
    const fits = proposed('piping', { 'Insul Thkns': [50, 40, 60] })['Insul Thkns']?.[0];
    const differs = proposed('piping', { 'Insul Thkns': ['HC', 'PP', 'none of it'] })['Insul Thkns']?.[0];
    expect(fits?.field).toBe('insulationThickness');
    expect(differs?.confidence ?? 0).toBeLessThan(0.5);
  });

  test('without values nothing is certain', () => {
    const [best] = proposed('piping', { Quantiyt: [null] }).Quantiyt ?? [];
    expect(best?.field).toBe('quantity');
    expect(best?.confidence).toBeLessThan(certain);
    expect(best?.why).toContain('it has no values');
  });

  test('a parenthesis that the field would refuse is never certain', () => {
    for (const header of ['Insul Thkns (cm)', 'Insul Thkns (approx.)', 'Insul Thkns [in]']) {
      const [best] = proposed('piping', { [header]: [5, 4, 6] })[header] ?? [];
      expect([header, (best?.confidence ?? 0) < certain]).toEqual([header, true]);
    }
  });

  test('a word that says little is never certain', () => {
    for (const header of ['ID', 'Order', 'Typ', 'Nr', 'Code No']) {
      const found = proposed('mechanical_equipment', { [header]: ['A-1', 'B-2', 'C-3'] })[header] ?? [];
      expect([header, found.filter(({ confidence }) => confidence >= certain)]).toEqual([header, []]);
    }
  });
});

describe('proposeFields by values', () => {
  test('units of measure, whatever the header', () => {
    const { Xyz } = proposed('civil', { Xyz: ['m2', 'm3', 'EA', 'm'] });
    expect(Xyz?.[0]).toEqual({
      field: 'unitOfMeasure',
      confidence: expect.any(Number),
      why: '4 of 4 values are units of measure',
    });
    expect(Xyz?.[0]?.confidence).toBeLessThan(certain);
  });

  test('inch sizes, nominal diameters, steel sections, words of a list, texts', () => {
    expect(first(proposed('piping', { Q1: ['1 1/2"', '2"', '3/4"'] }).Q1)).toBe('nominalPipeSize');
    expect(first(proposed('piping', { Q1: ['DN200', 'DN 80', 'DN50'] }).Q1)).toBe('nominalDiameter');
    expect(first(proposed('structural', { Q1: ['HEA 200', 'IPE300', 'W18X35'] }).Q1)).toBe('sectionProfile');
    expect(first(proposed('piping', { Q1: ['Raised Face', 'Flat Face', 'ring-type-joint'] }).Q1)).toBe(
      'flangeFacing',
    );
    const texts = ['Strip topsoil and store it', 'Excavate trench for drain', 'Backfill with sand'];
    expect(first(proposed('civil', { Q1: texts }).Q1)).toBe('description');
  });

  test('one diameter word is NPS over inches and DN over millimetres', () => {
    expect(first(proposed('piping', { 'Pipe Bore': ['2"', '1 1/2"', '6"'] })['Pipe Bore'])).toBe(
      'nominalPipeSize',
    );
    expect(first(proposed('piping', { Bore: [50, 100, 250] }).Bore)).toBe('nominalDiameter');
  });

  test('two columns whose headers are a pair', () => {
    const { Da, A } = proposed('bulk_electrical', { Da: ['QE-1', 'QE-1', 'JB-4'], A: ['M-1', 'M-2', 'P-7'] });
    expect([first(Da), first(A)]).toEqual(['fromEquipment', 'toEquipment']);
  });
});

describe('proposeFields for money', () => {
  const bill = {
    Description: ['Wall', 'Door', 'Paint'],
    QTY: [10, 4, 33],
    RATE: [5, 110, 2.5],
    XYZ: [50, 440, 82.5],
  };

  test('a rate without breakdown is all-in', () => {
    const { RATE } = proposed('architectural', bill);
    expect(RATE?.slice(0, 2).map(({ field }) => field)).toEqual([
      'subcontractUnitPrice',
      'materialUnitPrice',
    ]);
    expect(RATE?.[0]?.why).toBe(
      "QTY x RATE = XYZ on 3 rows; with no breakdown it is all-in, as a subcontractor's unit price",
    );
    expect(RATE?.[0]?.confidence).toBeGreaterThanOrEqual(certain);
  });

  test('beside a supplier it is the price of the material', () => {
    const { Preis } = proposed('piping', {
      Menge: [10, 4, 33],
      Preis: [5, 110, 2.5],
      Gesamtpreis: [50, 440, 82.5],
      Lieferant: ['A', 'B', 'A'],
    });
    expect(first(Preis)).toBe('materialUnitPrice');
  });

  test('the product of quantity and rate is the total cost', () => {
    const { 'Net Sum': sum } = proposed('civil', {
      QTY: [10, 4, 33],
      RATE: [5, 110, 2.5],
      'Net Sum': [50, 440, 82.5],
    });
    expect(sum?.[0]).toEqual({ field: 'totalCost', confidence: 0.93, why: 'QTY x RATE = Net Sum on 3 rows' });
  });

  test('a product that is no money is no total cost', () => {
    const { 'Zw. Erg.': area } = proposed('civil', {
      Length: [10, 4, 33],
      Width: [5, 11, 2.5],
      'Zw. Erg.': [50, 44, 82.5],
    });
    expect(area?.some(({ field }) => field === 'totalCost') ?? false).toBe(false);
  });
});

describe('proposeFields for the product of two columns on five rows', () => {
  const quantities = [10, 4, 33, 7, 12, 5];
  const prices = [5, 110, 2.5, 80, 19, 7.25];
  const amounts = quantities.map((quantity, at) => quantity * (prices[at] ?? 0));
  const texts = ['Wall', 'Door', 'Paint', 'Roof', 'Floor', 'Stair'];
  const certainly = (found: Record<string, Proposal[]>) =>
    Object.fromEntries(
      Object.entries(found).flatMap(([header, [best]]) =>
        best !== undefined && best.confidence >= certain ? [[header, best.field]] : [],
      ),
    );

  test('TOTAL is the unit price where AMOUNT = QTY x TOTAL', () => {
    const found = proposed('architectural', {
      Description: texts,
      QTY: quantities,
      TOTAL: prices,
      AMOUNT: amounts,
    });
    expect(certainly(found)).toEqual({ QTY: 'quantity', TOTAL: 'subcontractUnitPrice', AMOUNT: 'totalCost' });
    expect(found.TOTAL?.[0]?.why).toStartWith('QTY x TOTAL = AMOUNT on 6 rows');
  });

  test('TOTAL is the quantity where AMOUNT = TOTAL x RATE', () => {
    const found = proposed('architectural', {
      Description: texts,
      TOTAL: quantities,
      RATE: prices,
      AMOUNT: amounts,
    });
    expect(certainly(found)).toEqual({
      TOTAL: 'quantity',
      RATE: 'subcontractUnitPrice',
      AMOUNT: 'totalCost',
    });
  });

  test('an estimated quantity does not go before the one that multiplies to the amount', () => {
    const estimated = quantities.map((quantity) => quantity + 1);
    const found = proposed('civil', {
      Description: texts,
      'Estimated Quantity': estimated,
      'As executed': quantities,
      Rate: prices,
      Amount: amounts,
    });
    expect(certainly(found)).toEqual({
      'As executed': 'quantity',
      Rate: 'subcontractUnitPrice',
      Amount: 'totalCost',
    });
  });

  test('headers that say nothing do not matter, and those that name weights and hours do', () => {
    const plain = proposed('civil', { 'Spalte X': quantities, 'Spalte Y': prices, 'Spalte Z': amounts });
    expect(certainly(plain)).toEqual({
      'Spalte X': 'quantity',
      'Spalte Y': 'subcontractUnitPrice',
      'Spalte Z': 'totalCost',
    });
    const weights = proposed('structural', {
      Qty: quantities,
      'Unit Weight': prices,
      'Total Weight': amounts,
    });
    expect(Object.values(certainly(weights))).not.toContain('totalCost');
    const hours = proposed('piping', { Qty: quantities, 'Unit MH': prices, 'Total Man Hours': amounts });
    expect(Object.values(certainly(hours))).not.toContain('totalCost');
  });

  test('TOTAL is the quantity in a sheet of units without prices', () => {
    const units = ['m', 'm2', 'EA', 'm', 'm', 'm2'];
    const found = proposed('piping', {
      Description: texts,
      Unit: units,
      'Level 1': prices,
      TOTAL: quantities,
    });
    expect(certainly(found)).toEqual({ TOTAL: 'quantity' });
    const priced = proposed('piping', { Description: texts, Unit: units, Rate: prices, TOTAL: quantities });
    expect(certainly(priced).TOTAL).toBeUndefined();
  });

  test('with one row in six that differs there is no product', () => {
    const differing = amounts.map((amount, at) => (at === 3 ? amount + 50 : amount));
    const found = proposed('architectural', {
      Description: texts,
      QTY: quantities,
      TOTAL: prices,
      AMOUNT: differing,
    });
    expect(certainly(found)).toEqual({});
  });

  test('several prices of one quantity are parts of the total', () => {
    const labour = [2, 11, 0.5, 8, 3, 1.5];
    const found = proposed('civil', {
      Menge: quantities,
      Alpha: prices,
      Beta: amounts,
      Gamma: labour,
      Epsilon: quantities.map((quantity, at) => quantity * (labour[at] ?? 0)),
    });
    expect(Object.values(certainly(found))).not.toContain('totalCost');
  });

  test('what a person has mapped stays', () => {
    const facts = sheetOf('architectural', { QTY: quantities, TOTAL: prices, AMOUNT: amounts });
    const found = proposeFields({ ...facts, mapped: new Set([1]) }, 'architectural');
    expect(found.get(1)).toBeUndefined();
    expect(found.get(2)?.[0]?.confidence ?? 0).toBeLessThan(certain);
  });

  test.each([
    'Rate',
    'Unit Rate',
    'Einheitspreis',
    'Prix unitaire',
    'P.U. HT',
    'Precio unitario',
    'Rate (Rs.)',
  ])('%s is the unit price of what the line buys', (header) => {
    const found = proposed('civil', { Description: texts, Qty: quantities, [header]: prices });
    expect([header, certainly(found)[header]]).toEqual([header, 'subcontractUnitPrice']);
  });
});

describe('proposeFields where only the header or only the values speak', () => {
  const certainFor = (
    discipline: Discipline,
    table: Readonly<Record<string, readonly CellValue[]>>,
    header: string,
  ) => (proposed(discipline, table)[header] ?? []).filter(({ confidence }) => confidence >= certain);

  test.each<[Discipline, string, CellValue[], string]>([
    ['piping', 'Pressure Cl.', [3000, 6000, 3000, 150], 'testPressure'],
    ['piping', 'Standard', ['ASME B16.9', 'ASME B16.5', 'ASME B36.10M'], 'materialGrade'],
    ['bulk_electrical', 'Désignation', ['Câble U1000', 'Chemin de câbles', 'Boîte'], 'cableType'],
    ['piping', 'Type', ['E', 'S', 'N'], 'tracingType'],
    ['piping', 'End Typ', ['WF', 'XY', 'butt-weld', 'ZZ'], 'endType'],
    ['piping', 'Pipe Siz', [7, 11, 13, 2], 'nominalPipeSize'],
  ])('%s: %s is not certain', (discipline, header, values, field) => {
    const found = certainFor(discipline, { Description: ['a', 'b', 'c', 'd'], [header]: values }, header);
    expect(found.map((one) => one.field)).not.toContain(field);
  });

  test('a nominal diameter next to a column of sizes is not the second size', () => {
    const table = {
      Size: ['4"', '6"', '8"', '10"'],
      'Nominal Diam.': [100, 150, 200, 250],
      'Nom. bore': ['4"', '6"', '8"', '10"'],
    };
    for (const header of Object.keys(table))
      expect(certainFor('piping', table, header).map(({ field }) => field)).not.toContain('secondarySize');
  });

  test('pressure classes and dates are proposed by their values', () => {
    for (const values of [
      ['CL150', 'CL300', 'CL150'],
      ['300#', '150#', '600#'],
      ['ANSI 150', 'ANSI 600', 'ANSI 150'],
      ['PN16', 'PN 40', 'PN16'],
      [3000, 6000, 3000],
      ['800#', '2000 LB', 'CL9000'],
    ]) {
      expect(first(proposed('piping', { Q1: values }).Q1)).toBe('pressureRating');
      expect(certainFor('piping', { 'Press. Class': values }, 'Press. Class')).toMatchObject([
        { field: 'pressureRating' },
      ]);
    }
    const days = [new DateCell(45_000), new DateCell(45_001), new DateCell(45_009)];
    expect(findField('piping', first(proposed('piping', { Q1: days }).Q1) ?? '')?.type).toBe('date');
  });
});

describe('proposeFields as a whole', () => {
  test('two columns never get one field with certainty, nor one that is recognised already', () => {
    const twins = proposed('piping', { Quantiyt: [1, 2, 3], Quantitiy: [4, 5, 7] });
    const certainOnes = Object.values(twins).flatMap((found) =>
      found.filter(({ confidence }) => confidence >= certain),
    );
    expect(certainOnes.map(({ field }) => field)).toEqual(['quantity']);
    const { Quantiyt } = proposed('piping', { Quantity: [1, 2, 3], Quantiyt: [4, 5, 7] });
    expect(Quantiyt?.filter(({ confidence }) => confidence >= certain)).toEqual([]);
  });

  test("a 3D tool's columns get nothing certain", () => {
    const found = proposed('piping', {
      PnPID: [244346, 244347, 244348],
      GUID: ['5f0a1c22-01', '5f0a1c22-02', '5f0a1c22-03'],
      'Position X': [80.00276, 584.7026, 3010.8838],
      'Position Y': [12811.98, 12888.18, 8522.766],
      'Use Fixed Length': [true, false, true],
      Layer: ['P-PIPE', 'P-PIPE', 'P-EQPM'],
      Colour: ['ByLayer', 'ByLayer', 'Red'],
      'Weight Unit': ['KG', 'KG', 'LB'],
      'Port Unit': ['mm', 'mm', 'mm'],
      'Saved On': [new DateCell(45_000), new DateCell(45_001), new DateCell(45_002)],
    });
    for (const [header, proposals] of Object.entries(found))
      expect([header, proposals.filter(({ confidence }) => confidence >= certain)]).toEqual([header, []]);
  });

  test('for a recognised column only what fits its values much better, and never with certainty', () => {
    const grades = proposed('piping', {
      Material: ['ASTM A106 Gr. B', 'ASTM A105', 'ASTM A234'],
      Qty: [1, 2, 3],
    });
    expect(first(grades.Material)).toBe('materialGrade');
    expect(grades.Material?.[0]?.confidence).toBeLessThan(certain);
    expect(grades.Qty).toEqual([]);
    expect(proposed('piping', { Material: ['CS', 'SS316', 'carbon-steel'] }).Material).toEqual([]);
  });

  test.each([...disciplines])(
    '%s: fields of the discipline that may be written, three at most, best first',
    (discipline) => {
      const headers = [
        'MTO ID',
        'Project',
        'Service Ident',
        'Currency Code',
        'Unit Cost Total',
        'Total Weight all',
        'Man Hours Total',
        'Descr.',
        'Material Type',
        'Size',
        'Area Length',
        'Subcontractor Ident',
      ];
      const found = proposed(
        discipline,
        Object.fromEntries(headers.map((header, at) => [header, [at + 1.5, at + 2, at + 7]])),
      );
      for (const proposals of Object.values(found)) {
        expect(proposals.length).toBeLessThanOrEqual(3);
        expect(proposals.map(({ confidence }) => confidence)).toEqual(
          proposals.map(({ confidence }) => confidence).sort((one, other) => other - one),
        );
        for (const { field: key, confidence } of proposals) {
          const field = findField(discipline, key);
          expect([key, field?.computed === undefined || key === 'totalCost', field === undefined]).toEqual([
            key,
            true,
            false,
          ]);
          expect(['projectId', 'serviceId', 'currency', 'subcontractorId', 'mtoId']).not.toContain(key);
          expect(confidence).toBe(Math.round(confidence * 100) / 100);
        }
      }
    },
  );

  test('looks at 1,024 columns, 100 rows and 120 characters of a header', () => {
    const long = `${'x'.repeat(130)} Quantity`;
    const columns = Array.from({ length: 1100 }, (_, index) => ({
      index,
      letters: columnLetters(index),
      header: index === 0 ? long : `Quantiyt ${index}`,
      filled: 300,
      numbers: 300,
    }));
    const rows = Array.from({ length: 300 }, (_, row) => (row < 100 ? [row, row] : ['text', 'text']));
    const found = proposeFields({ name: 'wide', columns, rows, recognised: new Map() }, 'piping');
    expect(Math.max(...found.keys())).toBe(1023);
    expect(found.get(0)?.some(({ field }) => field === 'quantity') ?? false).toBe(false);
    expect(found.get(1)?.some(({ field }) => field === 'quantity')).toBe(true);
  });
});

describe('proposeFields: a column of identifiers of objects', () => {
  const ids = ['101', '205', '209', '317'];
  const guids = ids.map((id) => `0f8fad5b-d9cb-469f-a165-70867728e${id}`);

  test.each([
    ['PnPID', ids],
    ['PnP ID', [101, 205, 209, 317]],
    ['GUID', guids],
    ['Element ID', ids],
    [
      'GlobalId',
      [
        '2O2Fr$t4X7Zf8NOew3FLO1',
        '2O2Fr$t4X7Zf8NOew3FLO2',
        '2O2Fr$t4X7Zf8NOew3FLO3',
        '2O2Fr$t4X7Zf8NOew3FLO4',
      ],
    ],
    ['Handle', ['2A1', '2A2', '3F0', '4B1']],
    ['ID', ids],
    ['Model reference', guids],
  ])('%s is proposed as sourceId, and not to be applied unseen', (header, values) => {
    const found = proposed('piping', { [header]: values, Description: ['Pipe', 'Elbow', 'Tee', 'Cap'] })[
      header
    ];
    const best = found?.find(({ field }) => field === 'sourceId');
    expect(first(found)).toBe('sourceId');
    expect(best?.confidence).toBeLessThan(certain);
  });

  test.each([
    ['values that repeat', 'PnPID', ['101', '101', '209', '317']],
    ['a value that is missing', 'PnPID', ['101', null, '209', '317']],
    ['words', 'Handle', ['red handle', 'blue handle', 'no handle', 'long handle']],
    ['a header of another field', 'Line No.', ['L-1', 'L-2', 'L-3', 'L-4']],
  ])('%s: sourceId is not proposed', (_, header, values) => {
    const found = proposed('piping', { [header]: values })[header];
    expect(found?.map(({ field }) => field)).not.toContain('sourceId');
  });
});
