import { Button, CloseAction, Dialog, DialogActions, Notice, NumberField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi, useAttemptKey } from '@consulting/foundation/api';
import { Loaded, ProblemNotice } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CrewField } from './crew-field';
import { type CrewOption, codeOfOption } from './crew-options';
import classes from './crews.module.css';
import { crewsChanged } from './service-crews';
import {
  assignToLines,
  criteriaOf,
  keyOfGroup,
  type LineUpdates,
  type Owner,
  type UnpricedGroup,
  useCount,
  useUnpriced,
} from './unpriced-queries';
import { UnpricedTable } from './unpriced-table';

export function UnpricedLines({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const { crews: words } = useMessages();
  const groups = useUnpriced(owner);
  const [said, say] = useState<string | null>(null);
  return (
    <Dialog title={words.unpriced.title} isOpen form="wide" onClose={onClose}>
      {said && <Notice kind="success" title={said} />}
      <Loaded query={groups}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p>{words.unpriced.none}</p>
              <CloseAction />
            </>
          ) : (
            <Assignment owner={owner} groups={data} onClose={onClose} onDone={say} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface Props {
  owner: Owner;
  groups: readonly UnpricedGroup[];
  onClose: () => void;
  onDone: (said: string) => void;
}

function Assignment({ owner, groups, onClose, onDone }: Props) {
  const { crews: words, shell } = useMessages();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = groups.filter((group) => keys.has(keyOfGroup(group)));
  const filters = criteriaOf(chosen);
  const count = useCount(owner, filters, chosen.length > 0);
  const lines = chosen.length === 0 ? 0 : (count.data ?? 0);
  const [crew, setCrew] = useState<CrewOption | null>(null);
  const [rate, setRate] = useState(Number.NaN);
  const [isIncomplete, setIncomplete] = useState(false);
  const assigning = useAssigning(owner, (updated) => {
    setKeys(new Set());
    setCrew(null);
    setRate(Number.NaN);
    onDone(words.unpriced.done({ count: updated }));
  });
  const hasRate = !Number.isNaN(rate);
  return (
    <>
      <p className="quiet">{words.unpriced.hint}</p>
      {assigning.error ? <ProblemNotice error={assigning.error} /> : null}
      <UnpricedTable groups={groups} keys={keys} onChoose={setKeys} />
      <div className={classes.assign}>
        <CrewField
          key={`${crew === null}`}
          owner={owner}
          value={crew}
          onChange={setCrew}
          isDisabled={hasRate}
        />
        <NumberField
          label={words.unpriced.rate}
          minValue={0}
          value={rate}
          onChange={setRate}
          isDisabled={crew !== null}
          formatOptions={{ maximumFractionDigits: 4 }}
        />
      </div>
      {isIncomplete && crew === null && !hasRate && <Notice kind="warning" title={words.unpriced.neither} />}
      <DialogActions>
        <Button onPress={onClose}>{shell.close}</Button>
        <Button
          kind="primary"
          isDisabled={lines === 0}
          isPending={assigning.isPending || count.isFetching}
          onPress={() => {
            setIncomplete(crew === null && !hasRate);
            if (crew !== null || hasRate)
              assigning.mutate({ filters, lines, crew, rate: hasRate ? rate : null });
          }}
        >
          {words.unpriced.assign({ count: lines })}
        </Button>
      </DialogActions>
    </>
  );
}

interface Assigned {
  filters: ReturnType<typeof criteriaOf>;
  lines: number;
  crew: CrewOption | null;
  rate: number | null;
}

function useAssigning(owner: Owner, done: (updated: number) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  return useMutation({
    mutationFn: async ({ filters, lines, crew, rate }: Assigned) => {
      const updates: LineUpdates =
        crew === null ? { labourRate: rate } : { crewCode: await codeOfOption(api, owner, crew) };
      const key = attemptKeyOf([filters, updates, lines]);
      return assignToLines(api, owner, { filters, expectedCount: lines, updates, key });
    },
    onSuccess: ({ updated }) => {
      crewsChanged(queries);
      done(updated);
    },
  });
}
