import {
  boolean,
  choice,
  fault,
  integer,
  invalid,
  list,
  loweredText,
  number,
  type Reading,
  RecordInput,
  text,
  uuid,
} from '@consulting/kernel/schema';
import { fieldsNamed, isPriceTarget, overwrites } from '@consulting/mto-engine';
import { readSelection, type Selection, selectionField } from '@consulting/mto-lines';

const booksMax = 20;
const targetsMax = 100;

export const priceInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().describe('Only lines of this service.'),
    selection: selectionField.describe('By default all lines of the project, or of its service.'),
    books: list(text(40).required(), booksMax)
      .required()
      .describe('Codes of price books, the first choice first; the next is asked where a book has no row.'),
    targets: list(text(60).required(), targetsMax).describe(
      'Keys of the fields that get prices; by default all that rows of the books are for.',
    ),
    overwrite: choice(overwrites, 'PriceOverwrite')
      .default('empty')
      .describe('`empty`: only empty fields; `priced`: also what a price book gave; `all`: every value.'),
    escalationPercent: number({ min: -100, max: 1000, decimals: 4 }).describe(
      'Percent by which amounts of money grow over those of the books.',
    ),
    dryRun: boolean()
      .default(false)
      .describe('Whether nothing is written: the answer says what would be, with the first 20 lines.'),
    expectedCount: integer({ min: 0 }).describe(
      'Refuses with 409 when the selection has another number of lines.',
    ),
  },
  { name: 'TakeoffPricing' },
);

export function readPricing(body: unknown) {
  const { record, faults } = priceInput.tryCreate(body);
  const { projectId, serviceId, books, targets } = record;
  const selection: Selection | null =
    record.selection === null
      ? { projectId, serviceId, criteria: { logicalOperator: 'AND', conditions: [] } }
      : readSelection(record.selection, record, { faults });
  if (books !== null) checkBooks(books, { faults });
  for (const [at, target] of (targets ?? []).entries()) checkTarget(target, `targets[${at}]`, { faults });
  if (faults.length > 0 || selection === null) throw invalid(faults);
  return { ...record, selection };
}

export type PricingOrder = ReturnType<typeof readPricing>;

function checkBooks(books: readonly string[], reading: Reading): void {
  if (books.length === 0)
    fault(reading, 'books', 'REQUIRED', 'must name at least one price book', { minItems: 1 });
  const known = new Set<string>();
  for (const [at, code] of books.entries()) {
    if (known.has(loweredText(code))) fault(reading, `books[${at}]`, 'DUPLICATE', 'occurs more than once');
    known.add(loweredText(code));
  }
}

function checkTarget(target: string, at: string, reading: Reading): void {
  const fields = fieldsNamed(target);
  if (fields.length === 0) fault(reading, at, 'UNKNOWN_FIELD', 'is not a known field');
  else if (!fields.some(isPriceTarget)) fault(reading, at, 'READ_ONLY', 'gets no price');
}
