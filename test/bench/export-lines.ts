import type { Field } from '@consulting/takeoff-fields/field';
import { commonFields, ownFields } from '@consulting/takeoff-fields/registry';
import type { Sql } from 'postgres';

const given = ['projectId', 'serviceId', 'discipline', 'itemNumber'];
const always = ['itemCode', 'description', 'quantity', 'unitOfMeasure', 'totalCost', 'unitCost'];
const commonCount = 26;

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every second of the fields that can be filled freely, until there are enough. */
function someOf(fields: readonly Field[], count: number): Field[] {
  const free = fields.filter(({ key }) => !given.includes(key) && key !== 'subcontractorId');
  const chosen = free.filter(({ key }, at) => always.includes(key) || at % 2 === 0);
  return chosen.slice(0, count);
}

/** A value that varies from line to line as values of takeoffs do; `n` is the number of the line. */
function variedValue(field: Field, position: number): string {
  const spread = `(n * ${7919 * (position + 1)})`;
  if (field.key === 'description')
    return `'Pipe ' || (n % 24) || '" XS ASTM A106 Gr. B, area ' || (n % 60) || ' & rack, line ' || n`;
  switch (field.type) {
    case 'text':
      return `'${field.key.slice(0, 6).toUpperCase()}-' || lpad((${spread} % 5000)::text, 5, '0')`;
    case 'enum': {
      const values = field.enum ?? [];
      return `(array[${values.map((value) => `'${value}'`)}])[1 + ${spread} % ${values.length}]`;
    }
    case 'boolean':
      return `${spread} % 2 = 0`;
    case 'date':
      return `date '2025-01-01' + (${spread} % 365)::integer`;
    case 'integer':
      return `${spread} % 100`;
    case 'number':
      return field.computed === undefined
        ? `${spread} % 100000 / 100.0`
        : `round(${spread} % 100000000 / 10000.0, ${field.unit === 'currency' ? 2 : 4})`;
  }
}

/** Stores piping lines with `filled` values each, as an import would leave them. */
export async function storeLines(
  sql: Sql,
  {
    projectId,
    serviceId,
    count,
    filled,
  }: { projectId: string; serviceId: string; count: number; filled: number },
): Promise<Field[]> {
  const common = someOf(commonFields, commonCount);
  const own = someOf(ownFields.piping, filled - given.length - commonCount);
  const members = own.map((field, at) => `'${field.key}', ${variedValue(field, at + commonCount)}`);
  await sql.unsafe(`insert into mto.takeoff_line (id, created_by, updated_by, project_id, service_id, discipline,
      item_number, ${common.map(({ key }) => snakeCase(key))}, attributes)
    select gen_random_uuid(), 'bench', 'bench', '${projectId}', '${serviceId}', 'piping', n,
      ${common.map(variedValue)}, jsonb_build_object(${members})
    from generate_series(1, ${count}::bigint) n`);
  await sql`analyze mto.takeoff_line`;
  const chosen = [...common, ...own].map(({ key }) => key);
  return [...commonFields, ...ownFields.piping].filter(
    ({ key }) => given.includes(key) || chosen.includes(key),
  );
}

/** The same lines as CSV: a row of labels, a row of types, then the lines in the order of the takeoff. */
export async function writePeerCsv(sql: Sql, path: string, projectId: string, fields: readonly Field[]) {
  const columns = fields.map(({ key }) =>
    commonFields.some((field) => field.key === key) ? snakeCase(key) : `attributes ->> '${key}'`,
  );
  const file = Bun.file(path).writer();
  file.write(`MTO ID,${fields.map(({ label }) => `"${label.replaceAll('"', '""')}"`)}\n`);
  file.write(`text,${fields.map(({ type }) => type)}\n`);
  const rows = await sql
    .unsafe(`copy (select id, ${columns} from mto.takeoff_line where project_id = '${projectId}'
      order by item_number) to stdout with (format csv)`)
    .readable();
  for await (const chunk of rows) file.write(chunk);
  await file.end();
}
