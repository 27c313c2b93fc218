import { Button, Dialog, Notice, SubmitActions } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { Card, Loaded, ProblemNotice } from '@consulting/foundation/components';
import { useProject } from '@consulting/foundation/project';
import { undo } from '@consulting/takeoff-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '../view/address';
import { figuresKey } from '../view/queries';
import { emptyAsProject, type Place, PlaceForm } from './place-form';
import { Repriced } from './repriced';
import { type RepricedAnswer, sendReprice } from './what-if-queries';

export function Reprice({ scope }: { scope: Scope }) {
  const { reprice } = useMessages().figures;
  const project = useProject(scope.projectId);
  return (
    <Card title={reprice.title}>
      {scope.serviceId === undefined ? (
        <p>{reprice.chooseService}</p>
      ) : (
        <Loaded query={project}>
          {(found) => <RepriceForm key={scope.serviceId} scope={scope} start={emptyAsProject(found)} />}
        </Loaded>
      )}
    </Card>
  );
}

function RepriceForm({ scope, start }: { scope: Scope; start: Place }) {
  const { reprice } = useMessages().figures;
  const api = useApi();
  const [place, setPlace] = useState(start);
  const displayed = useMutation({ mutationFn: (asked: Place) => sendReprice(api, scope, asked, true, '') });
  return (
    <>
      <p className="quiet">{reprice.explanation}</p>
      <PlaceForm
        place={place}
        error={displayed.error}
        isWaiting={displayed.isPending}
        onChange={setPlace}
        onSubmit={() => displayed.mutate(place)}
      />
      {displayed.data && displayed.variables && (
        <>
          <Repriced scope={scope} repriced={displayed.data} />
          <Store
            key={displayed.submittedAt}
            scope={scope}
            place={displayed.variables}
            displayed={displayed.data}
          />
        </>
      )}
    </>
  );
}

/** Each look has one idempotency key, so that repeated attempts store it once. */
function Store({ scope, place, displayed }: { scope: Scope; place: Place; displayed: RepricedAnswer }) {
  const { reprice } = useMessages().figures;
  const api = useApi();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  const stored = useMutation({
    mutationFn: () => sendReprice(api, scope, place, false, attempt),
    onSuccess: () => {
      setAsking(false);
      queries.invalidateQueries({ queryKey: figuresKey(scope.projectId) });
    },
  });
  if (stored.data) return <Stored scope={scope} operationId={stored.data.operationIds.takeoffLines} />;
  return (
    <>
      <div>
        <Button onPress={() => setAsking(true)}>{reprice.store}</Button>
      </div>
      <Dialog title={reprice.store} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{reprice.confirm({ crews: displayed.crews.length, changed: displayed.changed })}</p>
        {stored.error ? <ProblemNotice error={stored.error} /> : null}
        <SubmitActions
          submit={reprice.confirmed}
          isDisabled={stored.isPending}
          onPress={() => stored.mutate()}
        />
      </Dialog>
    </>
  );
}

function Stored({ scope, operationId }: { scope: Scope; operationId: string | null }) {
  const { reprice } = useMessages().figures;
  const api = useApi();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  const undone = useMutation({
    mutationFn: (id: string) => undo(api, id, { onConflict: 'refuse', dryRun: false }, attempt),
    onSuccess: () => queries.invalidateQueries({ queryKey: figuresKey(scope.projectId) }),
  });
  if (undone.data) return <Notice kind="success" title={reprice.undone} />;
  return (
    <Notice kind="success" title={reprice.stored}>
      {undone.error ? <ProblemNotice error={undone.error} /> : null}
      {operationId === null ? (
        <p>{reprice.noUndo}</p>
      ) : (
        <Button isDisabled={undone.isPending} onPress={() => undone.mutate(operationId)}>
          {reprice.undo}
        </Button>
      )}
    </Notice>
  );
}
