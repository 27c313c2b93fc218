import { Button, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { Card, Loaded, ProblemNotice } from '@consulting/foundation/components';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import { CrewTable, type WhyOfRate } from './crew-table';
import classes from './crews.module.css';
import { type Outcome, useEachCrew } from './each-crew';
import { ImportCrews } from './import-crews';
import { ManualRates } from './manual-rates';
import { RemoveCrews } from './remove-crews';
import {
  type CrewScope,
  changeCrew,
  recalculateCrew,
  type ServiceCrew,
  useServiceCrews,
} from './service-crews';
import { UnpricedLines } from './unpriced-lines';

interface ScopeProps {
  scope: CrewScope;
  services: ReadonlyMap<string, string>;
  why: WhyOfRate;
}

export const ProjectCrews = ({ scope, ...props }: ScopeProps) => (
  <Loaded query={useServiceCrews(scope)} form="table">
    {(crews) => <Crews key={scope.serviceId} {...props} scope={scope} crews={crews} />}
  </Loaded>
);

interface Props extends ScopeProps {
  crews: readonly ServiceCrew[];
}

type Open = 'import' | 'rates' | 'remove' | 'unpriced';

function Crews({ scope: { projectId, serviceId }, services, crews, why }: Props) {
  const { crews: words } = useMessages();
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open | null>(null);
  const [said, say] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const each = useEachCrew(setOutcome);
  const chosen = crews.filter(({ id }) => chosenIds.has(id));
  const close = () => setOpen(null);
  const show = (what: Open) => {
    say(null);
    setOutcome(null);
    setOpen(what);
  };
  const owner = serviceId === undefined ? null : { projectId, serviceId };
  return (
    <Card title={words.title}>
      <p className="quiet">{words.explanation}</p>
      <ForWriters>
        <div className={classes.head}>
          <ChosenTools crews={crews} chosen={chosen} each={each} onOpen={show} />
          <div className={classes.tools}>
            <Button isDisabled={!owner} onPress={() => show('unpriced')}>
              {words.unpriced.title}
            </Button>
            <Button kind="primary" isDisabled={!owner} onPress={() => show('import')}>
              {words.import.title}
            </Button>
          </div>
        </div>
        {!owner && <p className="quiet">{words.chooseService}</p>}
      </ForWriters>
      {said && <Notice kind="success" title={said} />}
      {outcome && <Finished outcome={outcome} />}
      {crews.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <CrewTable
          services={serviceId === undefined ? services : null}
          crews={crews}
          chosen={chosenIds}
          onChoose={setChosen}
          why={why}
        />
      )}
      {owner && open === 'import' && <ImportCrews owner={owner} crews={crews} onClose={close} onDone={say} />}
      {owner && open === 'unpriced' && <UnpricedLines owner={owner} onClose={close} />}
      {open === 'rates' && chosen[0] && <ManualRates crew={chosen[0]} onClose={close} onDone={say} />}
      {open === 'remove' && (
        <RemoveCrews crews={chosen} onClose={close} onDone={setOutcome} onGone={() => setChosen(new Set())} />
      )}
    </Card>
  );
}

interface ToolProps {
  crews: readonly ServiceCrew[];
  chosen: readonly ServiceCrew[];
  each: ReturnType<typeof useEachCrew>;
  onOpen: (what: Open) => void;
}

function ChosenTools({ crews, chosen, each, onOpen }: ToolProps) {
  const { crews: words } = useMessages();
  const api = useApi();
  const stale = crews.filter(({ status, ratesLocked }) => status === 'stale' && !ratesLocked);
  const recalculate = (which: readonly ServiceCrew[]) =>
    each.start(which, (crew) => recalculateCrew(api, crew));
  const lock = (ratesLocked: boolean) => each.start(chosen, (crew) => changeCrew(api, crew, { ratesLocked }));
  if (each.progress) return <p role="status">{words.progress(each.progress)}</p>;
  if (chosen.length === 0)
    return (
      <div className={classes.tools}>
        {stale.length > 0 && (
          <Button onPress={() => recalculate(stale)}>
            {words.recalculateStale({ count: stale.length })}
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes.tools} role="toolbar" aria-label={words.chosen({ count: chosen.length })}>
      <span>{words.chosen({ count: chosen.length })}</span>
      <Button onPress={() => recalculate(chosen)}>{words.recalculate}</Button>
      {chosen.some(({ ratesLocked }) => !ratesLocked) ? (
        <Button onPress={() => lock(true)}>{words.lock}</Button>
      ) : (
        <Button onPress={() => lock(false)}>{words.unlock}</Button>
      )}
      {chosen.length === 1 && <Button onPress={() => onOpen('rates')}>{words.rates.title}</Button>}
      <Button kind="danger" onPress={() => onOpen('remove')}>
        {words.remove.title}
      </Button>
    </div>
  );
}

function Finished({ outcome: { done, failures } }: { outcome: Outcome }) {
  const { crews: words } = useMessages();
  return (
    <>
      {done > 0 && <Notice kind="success" title={words.done({ count: done })} />}
      {failures.map(({ name, error }) => (
        <div key={name}>
          <strong>{name}</strong>
          <ProblemNotice error={error} />
        </div>
      ))}
    </>
  );
}
