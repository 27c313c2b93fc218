import {
  CheckField,
  Dialog,
  NumberField,
  SelectField,
  SubmitActions,
  TextField,
  useDraft,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow, Form } from '@consulting/foundation/components';
import classes from './estimate-sheet.module.css';
import { allLines, LinesOfItem } from './lines-of-item';
import {
  type ItemInput,
  type Kind,
  type Sheet,
  type SheetItem,
  useSheetUpdate,
  type VersionPath,
} from './sheet-queries';

interface Props {
  version: VersionPath;
  sheet: Sheet;
  at: number;
  onClose: () => void;
}

const kinds = ['direct', 'lump-sum', 'quantity', 'percent', 'allowance', 'risk', 'subtotal'] as const;
const elements = ['labour', 'material', 'freight', 'equipment', 'subcontract', 'other'] as const;

type Used = 'value' | 'quantity' | 'unit' | 'unitPrice' | 'costType' | 'basis';

const usedBy: Readonly<Record<Kind, readonly Used[]>> = {
  direct: ['basis'],
  'lump-sum': ['value', 'costType'],
  quantity: ['quantity', 'unit', 'unitPrice', 'costType'],
  percent: ['value', 'basis', 'costType'],
  allowance: ['value', 'costType'],
  risk: ['value', 'costType'],
  subtotal: ['basis'],
};

const fields = [
  'code',
  'name',
  'kind',
  'value',
  'quantity',
  'unit',
  'unitPrice',
  'costType',
  'note',
] as const;

const emptyItem: ItemInput = { code: '', name: '', kind: 'lump-sum' };

// What another kind would use is not sent, since the API refuses it.
function ofKind({ itemId, code, name, kind, wbsCode, note, ...rest }: ItemInput): ItemInput {
  const own = usedBy[kind].map((key) => [key, rest[key] ?? null]);
  return { itemId, code, name, kind, wbsCode, note, ...Object.fromEntries(own) } as ItemInput;
}

export function ItemDialog({ version, sheet, at, onClose }: Props) {
  const { sheet: words, shell } = useMessages();
  const { items } = sheet;
  const [item, setItem, typed] = useDraft<ItemInput>(`sheet ${at}`, items[at] ?? emptyItem);
  const writing = useSheetUpdate(version, sheet, onClose);
  const change = (changes: Partial<ItemInput>) => setItem((current) => ({ ...current, ...changes }));
  const nameOf = (field: string) => `items[${at}].${field}`;
  const text = (field: 'code' | 'name' | 'unit' | 'note', isMultiline = false) => (
    <TextField
      label={words.fields[field]}
      name={nameOf(field)}
      value={item[field] ?? ''}
      onChange={(typed) => change({ [field]: typed || null })}
      isMultiline={isMultiline}
    />
  );
  const uses = (field: Used) => usedBy[item.kind].includes(field);
  const figure = (field: 'value' | 'quantity' | 'unitPrice', label: string) =>
    uses(field) && (
      <NumberField
        label={label}
        name={nameOf(field)}
        value={item[field] ?? Number.NaN}
        onChange={(typed) => change({ [field]: Number.isNaN(typed) ? null : typed })}
      />
    );
  return (
    <Dialog
      title={items[at] ? words.edit({ name: items[at].name }) : words.add}
      form="wide"
      isOpen
      onClose={onClose}
      typed={typed}
    >
      <Form
        error={writing.error}
        fields={fields.map(nameOf)}
        onSubmit={() => writing.mutate({ items: items.toSpliced(at, 1, ofKind(item) as SheetItem) })}
      >
        <FieldRow>
          {text('code')}
          {text('name')}
          <SelectField
            label={words.fields.kind}
            name={nameOf('kind')}
            choices={kinds.map((id) => ({ id, label: words.kinds[id] }))}
            value={item.kind}
            onChange={(key) =>
              change({ kind: key as Kind, basis: key === 'direct' ? { filters: allLines } : null })
            }
          />
        </FieldRow>
        <FieldRow>
          {figure('value', item.kind === 'percent' ? words.fields.percent : words.fields.value)}
          {figure('quantity', words.fields.quantity)}
          {uses('unit') && text('unit')}
          {figure('unitPrice', words.fields.unitPrice)}
          {uses('costType') && (
            <SelectField
              label={words.fields.costType}
              name={nameOf('costType')}
              choices={elements.map((id) => ({ id, label: words.elements[id] }))}
              value={item.costType ?? 'other'}
              onChange={(key) => change({ costType: key as (typeof elements)[number] })}
            />
          )}
        </FieldRow>
        {item.kind === 'direct' && <LinesOfItem version={version} item={item} onChange={change} />}
        {(item.kind === 'percent' || item.kind === 'subtotal') && (
          <Basis item={item} others={items.toSpliced(at, 1)} onChange={change} />
        )}
        {text('note', true)}
        <SubmitActions submit={shell.save} isPending={writing.isPending} />
      </Form>
    </Dialog>
  );
}

interface BasisProps {
  item: ItemInput;
  others: Sheet['items'];
  onChange: (changes: Partial<ItemInput>) => void;
}

const toggled = <T,>(list: readonly T[], one: T, isChosen: boolean): T[] | null => {
  const next = isChosen ? [...list, one] : list.filter((each) => each !== one);
  return next.length > 0 ? next : null;
};

function Basis({ item: { kind, basis }, others, onChange }: BasisProps) {
  const { sheet: words } = useMessages();
  const chosen = basis?.items ?? [];
  const chosenElements = basis?.costElements ?? [];
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{kind === 'percent' ? words.percentOfItems : words.sumOfItems}</legend>
        {others.map(({ code, name }) => (
          <CheckField
            key={code}
            isSelected={chosen.includes(code)}
            onChange={(is) => onChange({ basis: { ...basis, items: toggled(chosen, code, is) } })}
          >
            {code} · {name}
          </CheckField>
        ))}
      </fieldset>
      {kind === 'percent' && (
        <fieldset className={classes.choices}>
          <legend>{words.costElements}</legend>
          {elements.map((one) => (
            <CheckField
              key={one}
              isSelected={chosenElements.includes(one)}
              onChange={(is) =>
                onChange({ basis: { ...basis, costElements: toggled(chosenElements, one, is) } })
              }
            >
              {words.elements[one]}
            </CheckField>
          ))}
        </fieldset>
      )}
    </>
  );
}
