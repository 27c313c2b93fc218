import { useMessages } from '@consulting/design/language';
import { FieldRow } from '@consulting/foundation/components';
import { type Field, FieldInput, useRecordWords } from '@consulting/foundation/records';
import { quarters } from './rate-card-record';
import { type Pass, rollForwardFields } from './roll-forward-order';

interface Props {
  pass: Pass;
  change: (changes: Partial<Pass>) => void;
}

type Path = keyof typeof rollForwardFields;

const rows: readonly (readonly Path[])[] = [
  ['from.year', 'from.quarter', 'to.year', 'to.quarter'],
  ['escalationPercent.baseWage', 'escalationPercent.fringes', 'escalationPercent.other'],
];

const kindOf = (path: Path): Field['kind'] =>
  path.endsWith('year') ? 'year' : path.endsWith('quarter') ? 'choice' : 'number';

export function RollForwardFields({ pass, change }: Props) {
  const { rollForward } = useMessages().libraries.rateCards;
  const words = useRecordWords('rateCards');
  return rows.map((paths) => (
    <FieldRow key={paths.join()}>
      {paths.map((path) => {
        const key = rollForwardFields[path];
        return (
          <FieldInput
            key={path}
            field={{ name: path, kind: kindOf(path), choices: quarters, words: 'quarter' }}
            words={{ ...words, label: () => rollForward[key] }}
            value={pass[key]}
            onChange={(value) => change({ [key]: value })}
          />
        );
      })}
    </FieldRow>
  ));
}
