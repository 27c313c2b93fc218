import { expect, test } from 'bun:test';
import { misspeltSettings } from './misspelt-settings';

const settings = [
  'HOST',
  'LOG_LEVEL',
  'NATS_URL',
  'HISTORY_DAYS',
  'RATE_LIMIT_REQUESTS_PER_MINUTE',
  'READ_DATABASE_URL',
];
const meantBy = (variable: string) => misspeltSettings(settings, { [variable]: '1' })[0]?.meant;

test.each([
  ['HISTORY_DAY', 'HISTORY_DAYS'],
  ['HISTROY_DAYS', 'HISTORY_DAYS'],
  ['history_days', 'HISTORY_DAYS'],
  ['HISTORY_DAY_FILE', 'HISTORY_DAYS'],
  ['HISTORY_KEPT_DAYS', 'HISTORY_DAYS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['NATS_URI', 'NATS_URL'],
  ['RATE_LIMIT_REQUEST_PER_MINUT', 'RATE_LIMIT_REQUESTS_PER_MINUTE'],
  ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_REQUESTS_PER_MINUTE'],
])('%s: %s was meant', (variable, meant) => {
  expect(meantBy(variable)).toBe(meant);
});

test.each([
  'HISTORY_DAYS',
  'HISTORY_DAYS_FILE',
  'HISTFILE',
  'HISTORY_SIZE',
  'HOSTS',
  'HOME',
  'PATH',
  'PGHOST',
  'NATS_USER',
  'NATS_SERVER_URL',
  'DATABASE_URL',
  'NATS_SERVICE_PORT',
])('%s: a setting, or a variable of others', (variable) => {
  expect(meantBy(variable)).toBeUndefined();
});

test('a variable without a value is not looked at, nor a name as long as none of ours', () => {
  expect(misspeltSettings(settings, { HISTORY_DAY: ' ', [`HISTORY_${'X'.repeat(200)}_DAYS`]: '1' })).toEqual(
    [],
  );
});
