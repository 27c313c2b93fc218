import { expect, test } from 'bun:test';
import { findField } from '@consulting/takeoff-fields/registry';
import { currencyOfColumn } from './column-currency';

function currencyOf(
  key: string,
  parenthesis: string | undefined,
  convertCurrency = true,
  { currency = 'CAD', currencies = {} } = {},
) {
  const field = findField('piping', key);
  if (field === undefined) throw new Error(key);
  const exchangeRates = new Map([['USD', '1.3712']]);
  return currencyOfColumn(field, parenthesis, {
    currency,
    exchangeRates,
    parameters: { convertCurrency, currencies },
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
  ['quantity', 'USD'],
  ['outsideDiameter', 'mm'],
])('%s with (%p) names no currency', (key, parenthesis) => {
  expect(currencyOf(key, parenthesis)).toBeNull();
});

test.each([
  ['$', 'CAD', { currency: 'CAD', rate: null }],
  ['US$', 'USD', { currency: 'USD', rate: null }],
  ['US$', 'CAD', { currency: 'USD', rate: '1.3712' }],
  ['Rs.', 'NPR', { currency: 'NPR', rate: null }],
  ['NRs', 'NPR', { currency: 'NPR', rate: null }],
  ['in Rs.', 'INR', { currency: 'INR', rate: null }],
  ['Rs./m2', 'INR', { currency: 'INR', rate: null }],
  ['บาท', 'THB', { currency: 'THB', rate: null }],
  ['ر.س', 'SAR', { currency: 'SAR', rate: null }],
  ['SR', 'SAR', { currency: 'SAR', rate: null }],
])('(%s) in a project of %s is %p', (word, currency, money) => {
  expect(currencyOf('materialUnitPrice', word, true, { currency })).toEqual(money);
});

test('a sign of several currencies without that of the project waits for a decision', () => {
  expect(currencyOf('totalCost', 'Rs.')).toStartWith(
    'Rs. is the sign of INR, PKR, NPR, LKR, MUR, none of which',
  );
  const currencies = { rs: 'USD' };
  expect(currencyOf('totalCost', 'Rs.', true, { currencies })).toEqual({ currency: 'USD', rate: '1.3712' });
});
