import { expect, test } from 'bun:test';
import { findField } from '../fields/registry';
import { currencyOfColumn } from './column-currency';

function currencyOf(key: string, parenthesis: string | undefined, convertCurrency = true) {
  const field = findField('piping', key);
  if (field === undefined) throw new Error(key);
  const exchangeRates = new Map([['USD', '1.3712']]);
  return currencyOfColumn(field, parenthesis, {
    currency: 'CAD',
    exchangeRates,
    parameters: { convertCurrency },
  });
}

test('the currency of the project needs no rate, another one that of the project', () => {
  expect(currencyOf('materialUnitPrice', 'CAD')).toEqual({ currency: 'CAD', rate: null });
  expect(currencyOf('materialUnitPrice', 'USD/m')).toEqual({ currency: 'USD', rate: '1.3712' });
  expect(currencyOf('labourRate', 'usd per h')).toEqual({ currency: 'USD', rate: '1.3712' });
  expect(currencyOf('totalCost', 'USD')).toEqual({ currency: 'USD', rate: '1.3712' });
});

test('a rate that the project does not have is named', () => {
  expect(currencyOf('materialUnitPrice', 'EUR')).toBe(
    'EUR is not the currency of the project, CAD, whose indirect costs have no exchange rate of EUR',
  );
});

test('without convertCurrency another currency does not fit, whatever the rates', () => {
  expect(currencyOf('materialUnitPrice', 'USD', false)).toBe('USD is not the currency of the project, CAD');
});

test.each([
  ['materialUnitPrice', undefined],
  ['materialUnitPrice', '$'],
  ['quantity', 'USD'],
  ['outsideDiameter', 'mm'],
])('%s with (%p) names no currency', (key, parenthesis) => {
  expect(currencyOf(key, parenthesis)).toBeNull();
});
