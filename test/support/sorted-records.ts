import { loweredText } from '@consulting/kernel/schema';
import { systemDocument } from './system-document';

// biome-ignore lint/suspicious/noExplicitAny: parts of the API document have every shape
type Part = any;
type Value = string | number | boolean | null;
export type ListedRecord = Record<string, Value> & { id: string };

const document = systemDocument() as Part;

/** What a part of the document is, behind its references. */
function resolved(part: Part): Part {
  if (part?.$ref === undefined) return part;
  const steps = part.$ref
    .slice(2)
    .split('/')
    .map((step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return resolved(steps.reduce((inside: Part, step: string) => resolved(inside)[step], document));
}

const answerOf = (get: Part) =>
  resolved(resolved(get.responses['200']).content?.['application/json']?.schema);

/** What answers records as an array or in the envelope. */
function itemOf(get: Part): Part {
  const answer = answerOf(get);
  const item = resolved(resolved(answer?.type === 'array' ? answer : answer?.properties?.data)?.items);
  return item?.anyOf ? resolved(item.anyOf[0]) : item;
}

export interface SortedList {
  path: string;
  keys: string[];
  /** The words of a key in the order of their list; undefined for one without. */
  choicesOf(key: string): string[] | undefined;
}

/** The paths that are described as one, by a parameter with a list of words. */
function pathsOf(path: string, get: Part): string[] {
  const type = (get.parameters ?? []).map(resolved).find(({ name }: Part) => name === 'recordType');
  const words: string[] | undefined = resolved(type?.schema)?.enum;
  return words?.map((word) => path.replace('{recordType}', word)) ?? [path];
}

/** Every list of the API document, with the keys that it can be sorted by. */
export const lists: SortedList[] = Object.entries<Part>(document.paths).flatMap(([described, { get }]) => {
  const item = get && itemOf(get);
  if (item?.properties === undefined) return [];
  const sort = (get.parameters ?? []).map(resolved).find(({ name }: Part) => name === 'sort');
  const words: string[] = resolved(resolved(sort?.schema)?.items)?.examples ?? [];
  return pathsOf(described, get).map((path) => ({
    path,
    keys: words.filter((word) => !word.startsWith('-')),
    choicesOf: (key: string) => resolved(item.properties[key])?.enum?.filter((word: Value) => word !== null),
  }));
});

const bytes = (text: string) => Buffer.from(text);

function compare(one: Value, other: Value, choices: string[] | undefined): number {
  if (choices) return choices.indexOf(String(one)) - choices.indexOf(String(other));
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(bytes(loweredText(one)), bytes(loweredText(other)));
  return Number(one) - Number(other);
}

/** The identifiers in the order that the sort must give: empty values last, ties by identifier. */
export function expectedOrder(
  records: readonly ListedRecord[],
  key: string,
  turn: 1 | -1,
  choices: string[] | undefined,
): string[] {
  const ordered = records.toSorted((a, b) => {
    const [one, other] = [a[key] ?? null, b[key] ?? null];
    const byValue =
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : turn * compare(one, other, choices);
    return byValue || (idOf(a) < idOf(b) ? -1 : 1);
  });
  return ordered.map(idOf);
}

export const idOf = (record: ListedRecord): string =>
  String(record.id ?? record.taskId ?? record.operationId);
