import { responseSchema } from '@consulting/kernel/http';
import { named } from '@consulting/kernel/schema';
import { causes, disciplines } from '@consulting/mto-engine';

const { object, list, nullable, count, text, choice, described } = responseSchema;

const before = text('Before the import; exact decimal.');
const after = text('After the import; exact decimal.');
const difference = text('after - before; exact decimal.');

const movedBy = list(
  named(
    'RevisionCause',
    object({
      cause: choice(
        causes,
        'removed: lines that went, became void or excluded; added: lines that are new or count again; remeasured: lines in another unit of measure, as a whole; then what other values of the fields make when they are set one after another: quantity (with allowance, waste and spares), hours (with factors), labourRate, equipment, material, freightDutyTax, subcontract, percentages, override; other: what else moved.',
        'MovementCause',
      ),
      amount: text('What it adds; exact decimal.'),
      lines: count('Lines that it moved.'),
    }),
  ),
  'Why it moved; the amounts add up to the difference exactly.',
);

const revisedDiscipline = named(
  'RevisedDiscipline',
  object({
    discipline: choice(disciplines, 'Discipline of the lines.', 'Discipline'),
    quantity: list(
      object({
        unitOfMeasure: nullable(text('Unit of measure of the quantity.')),
        ...{ before, after, difference, causes: movedBy },
      }),
      'Quantity of the lines in scope that count, for each unit of measure.',
    ),
    totalCost: described(
      object({ before, after, difference, causes: movedBy }),
      'Total cost of the lines in scope that count, in the currency of the project.',
    ),
  }),
);

export const importRevision = described(
  nullable(
    named(
      'ImportRevision',
      object({
        matchBy: list(text(), 'Keys of the fields by which rows found their lines.'),
        matched: count('Rows that found a line, rows that failed among them.'),
        changed: count('Lines that a row changed.'),
        unchanged: count('Lines whose row says what they say.'),
        added: count('Rows that became new lines.'),
        missing: count('Lines in scope that the file has not.'),
        removed: count('Of these, lines that became void or were deleted.'),
        carried: count('New lines that took prices from lines that are alike.'),
        unpriced: count('New lines whose total cost is zero.'),
        byDiscipline: list(revisedDiscipline, 'Quantity and money before and after.'),
      }),
    ),
  ),
  'What a revised takeoff does to the lines in scope; null in other modes, and until the import has ended.',
);
