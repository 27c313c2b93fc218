import { CheckField, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import classes from './price.module.css';
import type { Priced } from './price-queries';

type Coverage = Priced['coverage'][number];

const parts = ['priced', 'kept', 'unpriced', 'ambiguous'] as const;

interface Props {
  known: readonly string[];
  coverage: ReadonlyMap<string, Coverage>;
  leftOut: readonly string[];
  labelOf: (key: string) => string;
  onChange: (leftOut: readonly string[]) => void;
}

export function CoverageTable({ known, coverage, leftOut, labelOf, onChange }: Props) {
  const { price } = useMessages().takeoffTools;
  const { number } = useFormats();
  return (
    <>
      <h3>{price.coverage}</h3>
      <Table<string>
        caption={price.coverage}
        rows={known}
        rowKey={(key) => key}
        columns={[
          column('target', price.target, (key) => (
            <CheckField
              isSelected={!leftOut.includes(key)}
              onChange={(isChosen) =>
                onChange(isChosen ? leftOut.filter((one) => one !== key) : [...leftOut, key])
              }
            >
              {labelOf(key)}
            </CheckField>
          )),
          column('bar', <span className="unseen">{price.share}</span>, (key) => (
            <Bar coverage={coverage.get(key)} />
          )),
          ...parts.map((part) =>
            numberColumn(
              part,
              <span className={classes.part}>
                <span className={`${classes.swatch} ${classes[part]}`} />
                {price.parts[part]}
              </span>,
              (key: string) => number(coverage.get(key)?.[part] ?? 0),
            ),
          ),
        ]}
      />
    </>
  );
}

const Bar = ({ coverage }: { coverage: Coverage | undefined }) => (
  <span className={classes.bar} aria-hidden="true">
    {parts.map((part) => (
      <span key={part} className={classes[part]} style={{ flexGrow: coverage?.[part] ?? 0 }} />
    ))}
  </span>
);
