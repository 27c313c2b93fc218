import { isObjectId } from '../sheet/unique-columns';
import { type Candidate, candidate, type SheetContext, uncertain } from './candidate';
import type { ColumnValues } from './column-values';
import type { ColumnFacts } from './sheet-facts';

const countMin = 3;
const filledMin = 0.98;
const byIdentifiers = 0.9;
const objectHeader =
  /^(?:(?:plant|pnp|plant ?3d|autocad|acad|ifc|revit|model|object|element|component|global|unique|source|entity|instance) ?)?(?:pnpid|(?:g|u)uid|handle|(?:row )?id|identifier|oid|objectid|elementid|uniqueid|globalid)$/;
const wholeNumber = /^[1-9]\d{0,17}$/;
const hexHandle = /^(?=.*\d)[\dA-F]{2,16}$/i;
const code = /^(?=.*\d)[^\s]{2,60}$/;
const forms = [wholeNumber, hexHandle, code];

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .replace(/[\s._:#-]+/g, ' ')
    .trim();

/**
 * A column of identifiers may be what the source calls its objects. It is applied unseen only where every row
 * of the sheet has an identifier that no other object of the world has.
 */
export function sourceIdCandidates(
  { header, filled, isUnique = false }: ColumnFacts,
  values: ColumnValues,
  { discipline, sheet }: SheetContext,
): Candidate[] {
  const { texts, count, distinct } = values;
  const isFilled = count >= countMin && count >= Math.min(sheet.rows.length, 100) * filledMin;
  if (!isFilled || distinct.size < count) return [];
  const areObjects = texts.every(isObjectId);
  if (!areObjects && !forms.some((one) => texts.every((text) => one.test(text)))) return [];
  if (!areObjects && !objectHeader.test(wordsOf(header))) return [];
  if (areObjects && isUnique)
    return candidate(
      discipline,
      'sourceId',
      byIdentifiers,
      `each of ${filled} rows has an identifier of its own`,
    );
  const why = `${filled} values, of which the first ${count} differ and look like identifiers`;
  return candidate(discipline, 'sourceId', uncertain, why);
}
