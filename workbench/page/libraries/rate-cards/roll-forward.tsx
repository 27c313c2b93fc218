import { Button, CheckField, Dialog, DialogActions, Notice, useDraft } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi, useAttemptKey } from '@consulting/foundation/api';
import { Form } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { RollForwardFields } from './roll-forward-fields';
import { newPass, orderOf, type Pass, type RateCardFilters, rollForwardFields } from './roll-forward-order';
import { RollForwardResult } from './roll-forward-result';

export function RollForward({ filters }: { filters: RateCardFilters }) {
  const { rollForward } = useMessages().libraries.rateCards;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{rollForward.open}</Button>
      {isOpen && <RollForwardDialog filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}

function RollForwardDialog({ filters, onClose }: { filters: RateCardFilters; onClose: () => void }) {
  const words = useMessages().libraries.rateCards.rollForward;
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const [, go] = useLocation();
  const [pass, setPass, typed] = useDraft('roll-forward', newPass(filters));
  const send = (sent: Pass, dryRun: boolean) => {
    const body = { ...orderOf(sent, filters), dryRun };
    const header = { 'Idempotency-Key': attemptKeyOf(dryRun ? [body, Date.now()] : body) };
    return answered(api.POST('/v1/crew-members/roll-forward', { params: { header }, body }));
  };
  const trial = useMutation({ mutationFn: (sent: Pass) => send(sent, true) });
  const run = useMutation({
    mutationFn: (sent: Pass) => send(sent, false),
    onSuccess: () => queries.invalidateQueries(),
  });
  const change = (changes: Partial<Pass>) => setPass((current) => ({ ...current, ...changes }));
  const displayed = trial.variables === pass ? trial.data : undefined;
  const stored = run.data && run.data.copied + run.data.updated;
  const others = Object.entries(filters).filter(
    ([name, value]) => value && name !== 'year' && name !== 'quarter',
  );
  if (stored !== undefined)
    return (
      <Dialog title={words.title} isOpen onClose={onClose}>
        <Notice kind="success" title={words.done({ count: stored })} />
        <DialogActions>
          <Button
            kind="primary"
            autoFocus
            onPress={() => {
              onClose();
              go(`/libraries/rate-cards?year=${pass.toYear}&quarter=${pass.toQuarter}`);
            }}
          >
            {words.showQuarter}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title={words.title} isOpen form="wide" onClose={onClose} typed={typed}>
      <p>{words.text}</p>
      {others.length > 0 && <p>{words.filters({ filters: others.map(([, value]) => value).join(', ') })}</p>}
      <Form
        error={trial.error ?? run.error}
        fields={Object.keys(rollForwardFields)}
        onSubmit={() => trial.mutate(pass)}
      >
        <RollForwardFields pass={pass} change={change} />
        <CheckField
          isSelected={pass.updateExisting}
          onChange={(updateExisting) => change({ updateExisting })}
        >
          {words.updateExisting}
        </CheckField>
        {displayed && <RollForwardResult result={displayed} />}
        <DialogActions>
          <Button type="submit" kind={displayed ? 'plain' : 'primary'} isPending={trial.isPending}>
            {words.show}
          </Button>
          {displayed && displayed.copied + displayed.updated > 0 && (
            <Button kind="primary" isPending={run.isPending} onPress={() => run.mutate(pass)}>
              {words.run({ count: displayed.copied + displayed.updated })}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
