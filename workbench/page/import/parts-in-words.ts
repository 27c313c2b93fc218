import type { Messages } from '@consulting/design/language';
import type { FormParts } from './decisions';
import type { LineFields } from './line-fields';

export function columnInWords(name: string, { parts }: Messages['imports']): string {
  const from = name.lastIndexOf('[');
  if (from < 0 || !name.endsWith(']')) return `"${name}"`;
  const letters = name.slice(from + 1, -1).toUpperCase();
  return from === 0 ? letters : parts.columnOfSheet({ column: letters, sheet: name.slice(0, from - 1) });
}

// A sheet's name may have an exclamation mark, a field key has none.
function sheetAndKey(name: string): [sheet: string | null, key: string] {
  const end = name.lastIndexOf('!');
  return end < 0 ? [null, name] : [name.slice(0, end), name.slice(end + 1)];
}

export function partsInWords(
  { mapping = {}, defaults = {}, ...others }: FormParts,
  messages: Messages['imports'],
  fields: LineFields,
): string[] {
  const { parts } = messages;
  const columns = Object.entries(mapping).map(([name, field]) => {
    const column = columnInWords(name, messages);
    return field === null
      ? parts.leaveOut({ column })
      : parts.readAs({ column, field: fields.labelOf(field) });
  });
  const values = Object.entries(defaults).map(([name, given]) => {
    const [sheet, key] = sheetAndKey(name);
    const [field, value] = [fields.labelOf(key), fields.valueLabel(key, String(given))];
    return sheet === null ? parts.default({ field, value }) : parts.defaultOfSheet({ field, value, sheet });
  });
  return [...restInWords(others, messages, fields), ...columns, ...values];
}

function restInWords(
  { discipline, sheet = [], headerRow = [], headings, decimalSeparator, ...others }: FormParts,
  { parts, modes, reconciliation }: Messages['imports'],
  fields: LineFields,
): string[] {
  return [
    others.mode ? parts.mode({ mode: modes[others.mode] }) : '',
    others.profileId ? parts.profile : '',
    discipline ? parts.discipline({ discipline: fields.valueLabel('discipline', discipline) }) : '',
    sheet.length > 0 ? parts.sheets({ names: sheet.join(', ') }) : '',
    headerRow.length > 0 ? parts.headerRow({ rows: headerRow.join(', ') }) : '',
    headings && headings !== 'skip' ? parts.headings({ field: fields.labelOf(headings) }) : '',
    decimalSeparator ? parts.decimalSeparator({ separator: decimalSeparator }) : '',
    others.totals === 'file' ? reconciliation.use.file : '',
    others.convertCurrency ? parts.convertCurrency : '',
    others.fillBlanks ? parts.fillBlanks : '',
  ].filter((one) => one !== '');
}
