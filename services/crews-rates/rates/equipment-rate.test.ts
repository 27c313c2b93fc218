import { describe, expect, test } from 'bun:test';
import { conversionTo } from './currency';
import { type Equipment, type EquipmentTag, pricingTag } from './equipment';
import { type FuelPrices, type MachinePricing, priceEquipment } from './equipment-rate';
import { catalogueCrane, crane, silentTag } from './fixtures/records';
import type { EquipmentMember, RentalBasis } from './member';
import { serialiseEquipment } from './serialise';

const pricing: MachinePricing = {
  week: { hoursPerDay: 10, daysPerWeek: 6 },
  convert: conversionTo('CAD', [{ currency: 'USD', rate: 1.5 }]),
  fuelPrices: { diesel: '1.45' },
};

function priced(
  member: Partial<EquipmentMember>,
  equipment: Partial<Equipment> = {},
  tag: Partial<EquipmentTag> | null = null,
  change: Partial<MachinePricing> = {},
) {
  const pricedBy = {
    equipment: { ...catalogueCrane, ...equipment },
    tag: tag && { ...silentTag, ...tag },
  };
  const found = priceEquipment({ ...crane, ...member }, pricedBy, { ...pricing, ...change });
  return { ...serialiseEquipment(found), warnings: found.warnings };
}

const rateOf = { hourly: 'hourlyRate', daily: 'dailyRate', weekly: 'weeklyRate', monthly: 'monthlyRate' };

describe('rental per hour', () => {
  test.each<[RentalBasis, number]>([
    ['hourly', 200],
    ['daily', 100],
    ['weekly', 80],
    ['monthly', 50],
  ])('%s', (rentalBasis, rentalPerHour) => {
    expect(priced({ rentalBasis })).toMatchObject({ rentalPerHour, rentalBasis, warnings: [] });
  });

  test('the hours of the basis are those of the record, and 8, 40 and 176 without', () => {
    const hours = { rentalHoursPerDay: 10, rentalHoursPerWeek: '50', rentalHoursPerMonth: 200 };
    const none = { rentalHoursPerDay: null, rentalHoursPerWeek: null, rentalHoursPerMonth: null };
    for (const [rentalBasis, own, usual] of [
      ['daily', 80, 100],
      ['weekly', 64, 80],
      ['monthly', 44, 50],
    ] as const) {
      expect(priced({ rentalBasis }, hours).rentalPerHour).toBe(own);
      expect(priced({ rentalBasis }, none).rentalPerHour).toBe(usual);
    }
  });

  test.each<[RentalBasis, RentalBasis[]]>([
    ['hourly', ['daily', 'weekly', 'monthly']],
    ['daily', ['weekly', 'monthly', 'hourly']],
    ['weekly', ['monthly', 'daily', 'hourly']],
    ['monthly', ['weekly', 'daily', 'hourly']],
  ])('without %s rate the next one is used with a warning, in the order of the table', (wanted, order) => {
    let gone: Partial<Equipment> = { [rateOf[wanted]]: null };
    for (const substitute of order) {
      expect(priced({ rentalBasis: wanted }, gone)).toMatchObject({
        rentalBasis: substitute,
        warnings: [{ code: 'RENTAL_BASIS_SUBSTITUTED', member: 'CRN-RT-050' }],
      });
      gone = { ...gone, [rateOf[substitute]]: null };
    }
    expect(() => priced({ rentalBasis: wanted }, gone)).toThrow(
      expect.objectContaining({
        code: 'EQUIPMENT_RATE_MISSING',
        facts: { equipmentCode: 'CRN-RT-050' },
      }),
    );
  });

  test('a rate of zero is a rate', () => {
    expect(priced({}, { monthlyRate: 0 })).toMatchObject({ rentalPerHour: 0, rentalBasis: 'monthly' });
  });
});

describe('tag and catalogue', () => {
  test('a tag that says nothing leaves the catalogue price', () => {
    const { rateSource, ...figures } = priced({}, {}, {});
    expect(rateSource).toBe('catalogue');
    expect(figures).toEqual(expect.objectContaining({ rentalPerHour: 50, operatingCostPerHour: 5.5 }));
  });

  test('rental rates of a tag are one set: the catalogue rate of the basis is not used', () => {
    expect(priced({ rentalBasis: 'monthly' }, {}, { weeklyRate: '2000' })).toMatchObject({
      rateSource: 'tag',
      rentalBasis: 'weekly',
      rentalPerHour: 50,
      warnings: [{ code: 'RENTAL_BASIS_SUBSTITUTED' }],
    });
  });

  test('other figures are taken one by one, zero included', () => {
    const tag = {
      monthlyRate: 17600,
      rentalHoursPerMonth: 200,
      fuelConsumptionPerHour: 0,
      standbyPercent: 25,
    };
    expect(priced({}, {}, tag)).toMatchObject({
      rentalPerHour: 88,
      fuelPerHour: 0,
      operatingCostPerHour: 5.5,
      operatingRate: 93.5,
      standbyRate: 22,
    });
  });

  test('of several tags an active default prices the machine, else the first active one', () => {
    const tag = (tagNumber: string, change: Partial<EquipmentTag>) => ({
      ...silentTag,
      tagNumber,
      ...change,
    });
    const [first, second] = [tag('A', { isDefault: false }), tag('B', { isDefault: true })];
    expect(pricingTag([first, second])?.tagNumber).toBe('B');
    expect(pricingTag([tag('C', { isDefault: false }), first, { ...second, isActive: false }])).toBe(first);
    expect(pricingTag([{ ...first, isActive: false }])).toBeNull();
  });
});

describe('foreign currency', () => {
  test('rental and operating cost are converted, fuel is in project currency', () => {
    expect(priced({}, { currency: 'USD' })).toMatchObject({
      rentalPerHour: 75,
      fuelPerHour: 14.5,
      operatingCostPerHour: 8.25,
      operatingRate: 97.75,
      standbyRate: 45,
    });
  });

  test('each figure is of the currency of the record that states it', () => {
    const dollars = { currency: 'USD' };
    expect(priced({}, dollars, { monthlyRate: 8800 })).toMatchObject({
      rentalPerHour: 50,
      operatingCostPerHour: 8.25,
    });
    expect(priced({}, dollars, { operatingCostPerHour: 7 })).toMatchObject({
      rentalPerHour: 75,
      operatingCostPerHour: 7,
    });
  });

  test('EXCHANGE_RATE_MISSING without a rate', () => {
    expect(() => priced({}, { currency: 'EUR' })).toThrow(
      expect.objectContaining({ code: 'EXCHANGE_RATE_MISSING' }),
    );
  });
});

describe('fuel', () => {
  test('a price is needed where there is a consumption', () => {
    const warning = { code: 'FUEL_PRICE_MISSING', member: 'CRN-RT-050' };
    const priceLists: FuelPrices[] = [{}, { diesel: null }, { gasoline: 2 }];
    for (const fuelPrices of priceLists) {
      expect(priced({}, {}, null, { fuelPrices })).toMatchObject({ fuelPerHour: 0, warnings: [warning] });
    }
  });

  test('a price of zero is a price, and no consumption needs none', () => {
    expect(priced({}, {}, null, { fuelPrices: { diesel: 0 } })).toMatchObject({
      fuelPerHour: 0,
      warnings: [],
    });
    for (const fuelConsumptionPerHour of [0, null]) {
      const machine = { fuelType: 'none', fuelConsumptionPerHour };
      expect(priced({}, machine)).toMatchObject({ fuelPerHour: 0, warnings: [] });
    }
  });
});

describe('hours and cost', () => {
  test('shares of the crew-hours; the remainder is off hire', () => {
    expect(priced({ quantity: 2, operatingShare: '30', standbyShare: 45.5 })).toMatchObject({
      operatingHours: 18,
      standbyHours: 27.3,
      machineHours: 90.6,
      operatingRate: 70,
      standbyRate: 30,
      cost: 4158,
    });
  });

  test('hours replace the share that they stand for, zero included', () => {
    expect(priced({ operatingHours: 12, operatingShare: 80, standbyShare: 20 })).toMatchObject({
      operatingHours: 12,
      standbyHours: 12,
    });
    expect(priced({ standbyHours: '0', operatingShare: 80, standbyShare: 20 })).toMatchObject({
      operatingHours: 48,
      standbyHours: 0,
    });
  });

  test('a machine without standby percentage is paid half on standby', () => {
    expect(priced({}, { standbyPercent: null }).standbyRate).toBe(25);
    expect(priced({}, { standbyPercent: 0 }).standbyRate).toBe(0);
  });
});
