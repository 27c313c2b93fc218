import { useQuery } from '@tanstack/react-query';
import { Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { type Api, answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { CheckField } from '../../components/fields';
import { Loaded } from '../../components/view';
import { useMessages } from '../../language/language';
import classes from './documents.module.css';

const readFields = (api: Api, signal: AbortSignal) => answered(api.GET('/api/v1/mto/fields', { signal }));

type Field = Awaited<ReturnType<typeof readFields>>['data'][number];

interface Props {
  /** What the columns are of. */
  name: string;
  /** Keys in the order of the choice; none for the usual columns. */
  chosen: readonly string[];
  onChange: (keys: readonly string[]) => void;
}

/** Which fields a document shows, in the order in which they are chosen. */
export function ColumnChoice({ name, chosen, onChange }: Props) {
  const { documents } = useMessages().figures;
  return (
    <Disclosure>
      <Heading level={3} className={classes.opener}>
        <Button slot="trigger" kind="quiet" aria-label={documents.columnsOf(name)}>
          {documents.columns(chosen.length)}
        </Button>
      </Heading>
      <DisclosurePanel>
        <Fields chosen={chosen} onChange={onChange} />
        {chosen.length > 0 && (
          <Button kind="quiet" onPress={() => onChange([])}>
            {documents.usualColumns}
          </Button>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}

function Fields({ chosen, onChange }: Omit<Props, 'name'>) {
  const api = useApi();
  const fields = useQuery({
    queryKey: ['fields', 'common'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readFields(api, signal),
  });
  const toggled = (key: string, isChosen: boolean) =>
    isChosen ? [...chosen, key] : chosen.filter((one) => one !== key);
  return (
    <Loaded query={fields}>
      {({ data }) => (
        <div className={classes.columns}>
          {groupsOf(data).map(([group, ofGroup]) => (
            <fieldset key={group} className={classes.group}>
              <legend>{group}</legend>
              {ofGroup.map(({ key, label }) => (
                <CheckField
                  key={key}
                  isSelected={chosen.includes(key)}
                  onChange={(isChosen) => onChange(toggled(key, isChosen))}
                >
                  {label}
                </CheckField>
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </Loaded>
  );
}

const groupsOf = (fields: readonly Field[]): [string, Field[]][] => [
  ...Map.groupBy(fields, ({ group }) => group ?? ''),
];
