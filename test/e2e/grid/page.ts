import { Api, type Field, type Quantities, summed, type View } from './api';
import { Grid } from './grid';
import { Lines } from './lines';
import { paste, valueOf } from './paste';

const keys = [
  'itemNumber',
  'tag',
  'description',
  'quantity',
  'unitOfMeasure',
  'unitManHours',
  'labourRate',
  'materialUnitPrice',
  'totalManHours',
  'totalCost',
];

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const connection = find<HTMLFormElement>('connection');
const filter = find<HTMLFormElement>('filter');
const [message, count, sums, doing] = [find('message'), find('count'), find('sums'), find('doing')];

connection.addEventListener('submit', (event) => {
  event.preventDefault();
  const place = new URLSearchParams(location.search);
  const key = String(new FormData(connection).get('key'));
  open(new Api(place.get('api') ?? '', place.get('projectId') ?? '', key)).catch(tell);
});

async function open(api: Api): Promise<void> {
  const fields = await api.fields();
  const columns = keys.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const view: View = { sort: null, filter: null };
  let lines = new Lines(api, { ...view }, keys);
  const grid = new Grid(find('grid'), columns, lines, {
    sort: (sort) => read({ sort }),
    failed: tell,
    loaded: showTotals,
  });

  async function read(change: Partial<View>): Promise<void> {
    Object.assign(view, change);
    const wanted = new Lines(api, { ...view }, keys);
    lines = wanted;
    await attempt('Reading …', async () => {
      await wanted.load(0, 1);
      if (lines === wanted) {
        grid.show(wanted, view.sort);
        showTotals();
      }
      return '';
    });
  }

  function showTotals(): void {
    count.textContent = `${lines.total.toLocaleString('en-US')} lines`;
    showSums(lines.sums, columns);
  }

  document.addEventListener('paste', (event) => {
    const { selected } = grid;
    const text = event.clipboardData?.getData('text/plain');
    if (!text || selected === null || event.target instanceof HTMLInputElement) return;
    attempt('Pasting …', async () => {
      try {
        const pasted = await paste(text, selected, { api, grid, lines, columns });
        return `${pasted} cells pasted`;
      } finally {
        if (view.filter) await lines.sumAgain();
        showTotals();
      }
    });
  });
  offerFilter(columns, (condition) => read({ filter: condition }));
  connection.hidden = true;
  filter.hidden = false;
  await read({});
}

function offerFilter(columns: readonly Field[], apply: (condition: View['filter']) => void): void {
  const [field, operator, value] = ['field', 'operator', 'value'].map((name) =>
    filter.elements.namedItem(name),
  );
  if (!(field instanceof HTMLSelectElement && operator instanceof HTMLSelectElement)) return;
  const chosen = () => columns[field.selectedIndex] as Field;
  const offerOperators = () => operator.replaceChildren(...chosen().operators.filter(takesOne).map(optionOf));
  field.replaceChildren(...columns.map(({ label }) => optionOf(label)));
  field.addEventListener('change', offerOperators);
  offerOperators();
  filter.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = valueOf((value as HTMLInputElement).value, chosen());
    apply({ field: chosen().key, operator: operator.value, value: given ?? '' });
  });
  filter.addEventListener('reset', () => apply(null));
}

const manyValued = ['in', 'notIn', 'between', 'isEmpty', 'isNotEmpty'];
const takesOne = (operator: string) => !manyValued.includes(operator);

const optionOf = (text: string) => new Option(text);

function showSums(found: Lines['sums'], columns: readonly Field[]): void {
  const items = summed.flatMap((key) => {
    const sum = found?.[key];
    if (sum === undefined || sum === null) return [];
    const label = columns.find((column) => column.key === key)?.label ?? key;
    return [[label, Array.isArray(sum) ? quantitiesText(sum) : number(sum)]];
  });
  sums.replaceChildren(
    ...items.map(([label = '', text = '']) => {
      const [item, term, sum] = ['div', 'dt', 'dd'].map((name) => document.createElement(name));
      if (term) term.textContent = label;
      if (sum) sum.textContent = text;
      item?.append(term ?? '', sum ?? '');
      return item ?? '';
    }),
  );
}

const number = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });

const quantitiesText = (quantities: Quantities) =>
  quantities
    .map(({ unitOfMeasure, quantity }) => `${number(quantity)} ${unitOfMeasure ?? '(no unit)'}`)
    .join(' · ');

/** Does what takes a while, says so meanwhile, and shows what was refused. */
async function attempt(what: string, act: () => Promise<string>): Promise<void> {
  doing.textContent = what;
  message.hidden = true;
  try {
    doing.textContent = await act();
  } catch (error) {
    doing.textContent = '';
    tell(error);
  }
}

function tell(error: unknown): void {
  message.textContent = error instanceof Error ? error.message : String(error);
  message.hidden = false;
}
