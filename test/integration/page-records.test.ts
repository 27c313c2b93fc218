import { describe, expect, test } from 'bun:test';
import english from '../../workbench/design/language/en.json';
import records from '../../workbench/foundation/records/records.json';
import { pageRecords } from '../document/page-records';

interface Field {
  name: string;
  words?: string;
  choices?: string[];
  title?: string;
  fields?: Field[];
}
interface Section {
  title: string;
  fields: Field[];
}
interface Declared {
  lead?: Field[];
  sections: Section[];
  figures?: Section[];
  columns?: Field[];
  filters?: Field[];
}
type Names = Record<string, string>;

const { projects, libraries } = english;
const choices: Record<string, Names> = projects.choices;
const ownChoices: Names = libraries.choices;
const ownFields: Record<string, Names> = libraries.fields;
const ownSections: Record<string, Names> = libraries.sections;

const withRows = (fields: Field[]): Field[] =>
  fields.flatMap((field) => [field, ...withRows(field.fields ?? [])]);

// A file is read by these, and they are in no form, so their sections have no title.
const withoutSections = ['crewRows'];

describe('records of the page', () => {
  test('are those that are declared, as the API document describes them (if not: bun run check)', () => {
    expect(records as object).toEqual(pageRecords());
  });

  test.each(Object.entries(records.records as Record<string, Declared>))(
    '%s has words for its fields, sections and choices',
    (name, { lead = [], sections, figures = [], columns = [], filters = [] }) => {
      const all = [...sections, ...figures];
      const fields = withRows([...lead, ...columns, ...filters, ...all.flatMap((section) => section.fields)]);
      const labels: Names = { ...projects.fields, ...ownFields[name] };
      const titles: Names = { ...projects.sections, ...ownSections[name] };
      const missing = [
        ...fields.map((field) => field.title ?? field.name).filter((key) => !labels[key]),
        ...(withoutSections.includes(name) ? [] : all.map(({ title }) => title)).filter(
          (key) => !titles[key],
        ),
        ...fields.flatMap(({ words = '', choices: values = [] }) =>
          // Disciplines, quarters and separators are written as the API writes them.
          values.filter(
            (one) => !choices[words]?.[one] && !ownChoices[one] && !/discipline|quarter|decimal/i.test(words),
          ),
        ),
      ];
      expect(missing).toEqual([]);
    },
  );
});
