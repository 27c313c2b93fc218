import { ownWorkProjectsMax, statisticsOfLines } from '@consulting/kernel/contracts/own-work';
import {
  boolean,
  choice,
  currency,
  entry,
  type Fault,
  fault,
  integer,
  invalid,
  list,
  number,
  type Reading,
  RecordInput,
  text,
  uuid,
} from '@consulting/kernel/schema';
import {
  type Discipline,
  disciplines,
  findField,
  isMoney,
  isNumeric,
  isPerUnit,
  isPriceTarget,
} from '@consulting/takeoff-fields';
import { bookCode, bookQuarter, bookYear } from './price-book-fields';

const groupByMax = 6;
const targetsMax = 20;
const bandsMax = 50;
const minLinesUsual = 3;

const key = () => text(60).required();

export const ownWorkInput = new RecordInput(
  {
    code: bookCode(),
    name: text(120).required().describe('Name of the new book.'),
    projectIds: list(uuid().required(), ownWorkProjectsMax).describe(
      'Projects whose lines are read; either these or `clientId`.',
    ),
    clientId: uuid().describe('All projects of this client.'),
    approvedOnly: boolean()
      .default(true)
      .describe(
        'Lines as they stand in the approved version of each service; false: the current lines of all services.',
      ),
    discipline: choice(disciplines, 'Discipline').required().describe('Discipline of the lines.'),
    groupBy: list(key(), groupByMax)
      .required()
      .describe('1 to 6 fields: lines with equal values are a group, and the values become conditions.'),
    size: entry(
      {
        field: key().describe('Number field of the line.'),
        bands: list(number({ decimals: 6 }).required(), bandsMax).describe(
          'Upper bounds, ascending: a band is above the bound before it and up to its own; what is above the last is one more. Without bands each size is its own.',
        ),
      },
      { name: 'OwnWorkSize' },
    ).describe('A size that groups lines, too; lines without it are left out.'),
    targets: list(key(), targetsMax)
      .required()
      .describe('Number fields that the book prices; none that needs a driver.'),
    statistic: choice(statisticsOfLines, 'OwnWorkStatistic')
      .default('median')
      .describe('`weighted`: by `installQuantity`, of lines that have any.'),
    minLines: integer({ min: 1, max: 1_000_000 })
      .default(minLinesUsual)
      .describe('Groups of fewer lines are left out.'),
    currency: currency().describe(
      'Currency of the book, ISO 4217; required with a target that is money, which is converted.',
    ),
    to: entry(
      {
        year: bookYear().required().describe('Year of the book.'),
        quarter: bookQuarter().required().describe('Quarter of the book.'),
        escalationPercent: number({ above: -100, max: 1000, decimals: 4 })
          .default(0)
          .describe('Percent by which figures of money rise.'),
      },
      { name: 'OwnWorkQuarter' },
    ).describe('The quarter that the book is for.'),
  },
  { name: 'PriceBookFromLines' },
);

type Given = ReturnType<typeof ownWorkInput.tryCreate>['record'];

export function readOwnWork(body: unknown): Given {
  const { record, faults } = ownWorkInput.tryCreate(body);
  const reading: Reading = { faults };
  checkProjects(record, reading);
  const { discipline, groupBy, targets, size } = record;
  checkList('groupBy', groupBy, reading);
  checkList('targets', targets, reading);
  if (discipline !== null) {
    for (const [at, field] of (groupBy ?? []).entries())
      if (!findField(discipline, field))
        fault(reading, `groupBy[${at}]`, 'UNKNOWN_FIELD', `is no field of ${discipline}`);
    for (const [at, target] of (targets ?? []).entries())
      checkTarget(discipline, target, `targets[${at}]`, reading);
    if (size) checkSize(discipline, size, record, reading);
    if (targets?.some((target) => isMoneyOf(discipline, target)) && record.currency === null)
      fault(reading, 'currency', 'REQUIRED', 'is required, because a target is money');
  }
  if (faults.length > 0) throw invalid(faults);
  return record;
}

function isMoneyOf(discipline: Discipline, key: string): boolean {
  const field = findField(discipline, key);
  return field !== undefined && isMoney(field);
}

function checkProjects({ projectIds, clientId }: Given, reading: Reading): void {
  const isKnown = reading.faults.some(({ field }) => /^(projectIds|clientId)/.test(field));
  if (isKnown) return;
  if (projectIds !== null && clientId !== null)
    fault(reading, 'clientId', 'CONFLICTING_NAMES', 'and projectIds exclude each other');
  else if (clientId === null && (projectIds ?? []).length === 0)
    fault(reading, 'projectIds', 'REQUIRED', 'is required, or clientId');
}

function checkList(name: string, values: readonly string[] | null, reading: Reading): void {
  if (values?.length === 0) fault(reading, name, 'REQUIRED', 'must name at least one field', { minItems: 1 });
  for (const [at, value] of (values ?? []).entries())
    if (values?.indexOf(value) !== at) fault(reading, `${name}[${at}]`, 'DUPLICATE', 'occurs more than once');
}

function checkTarget(discipline: Discipline, key: string, at: string, { faults }: Reading): void {
  const field = findField(discipline, key);
  const found = (code: Fault['code'], message: string) => faults.push({ field: at, code, message });
  if (!field) found('UNKNOWN_FIELD', `is no field of ${discipline}`);
  else if (!isPriceTarget(field)) found('READ_ONLY', 'is no field that a price book fills');
  else if (!isNumeric(field)) found('TYPE', 'is a field without numbers');
  else if (field.unit === 'h' && !isPerUnit(field))
    found('TYPE', 'is hours that a driver multiplies; unitManHours is per unit of measure');
}

function checkSize(
  discipline: Discipline,
  { field: key, bands }: NonNullable<Given['size']>,
  { groupBy }: Given,
  reading: Reading,
): void {
  const field = findField(discipline, key);
  if (!field) fault(reading, 'size.field', 'UNKNOWN_FIELD', `is no field of ${discipline}`);
  else if (!isNumeric(field)) fault(reading, 'size.field', 'TYPE', 'must be a field with numbers');
  else if (groupBy?.includes(key)) fault(reading, 'size.field', 'DUPLICATE', 'is in groupBy, too');
  if (bands?.length === 0) fault(reading, 'size.bands', 'REQUIRED', 'must have at least one bound');
  const at = (bands ?? []).findIndex((bound, index) => index > 0 && bound <= (bands?.[index - 1] ?? bound));
  if (at > 0) fault(reading, `size.bands[${at}]`, 'MIN', 'must be greater than the bound before it');
}
