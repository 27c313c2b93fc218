import { type Candidate, candidate, type SheetContext, uncertain } from './candidate';
import type { ColumnValues } from './column-values';
import type { ColumnFacts } from './sheet-facts';

const countMin = 3;
const filledMin = 0.98;
const objectHeader =
  /^(?:(?:plant|pnp|plant ?3d|autocad|acad|ifc|revit|model|object|element|component|global|unique|source|entity|instance) ?)?(?:pnpid|(?:g|u)uid|handle|(?:row )?id|identifier|oid|objectid|elementid|uniqueid|globalid)$/;
const wholeNumber = /^[1-9]\d{0,17}$/;
const hexHandle = /^(?=.*\d)[\dA-F]{2,16}$/i;
const guid = /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i;
const ifcGuid = /^(?=.*\d)(?=.*[A-Za-z])[0-3][\w$]{21}$/;
const code = /^(?=.*\d)[^\s]{2,60}$/;
const forms = [wholeNumber, hexHandle, guid, ifcGuid, code];
const ofObjects = [guid, ifcGuid];

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .replace(/[\s._:#-]+/g, ' ')
    .trim();

/**
 * A column of identifiers may be what the source calls its objects. It is never applied unseen, since only
 * the first rows are known to have values that differ.
 */
export function sourceIdCandidates(
  { header, filled }: ColumnFacts,
  values: ColumnValues,
  { discipline, sheet }: SheetContext,
): Candidate[] {
  const { texts, count, distinct } = values;
  const isFilled = count >= countMin && count >= Math.min(sheet.rows.length, 100) * filledMin;
  if (!isFilled || distinct.size < count) return [];
  const form = forms.find((one) => texts.every((text) => one.test(text)));
  if (form === undefined) return [];
  const why = `${filled} values, of which the first ${count} differ and look like identifiers`;
  if (!objectHeader.test(wordsOf(header)) && !ofObjects.includes(form)) return [];
  return candidate(discipline, 'sourceId', uncertain, why);
}
