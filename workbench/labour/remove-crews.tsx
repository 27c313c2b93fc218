import { Dialog, SubmitActions } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { type Outcome, useEachCrew } from './each-crew';
import { nameOfCrew, removeCrew, type ServiceCrew } from './service-crews';

interface Props {
  crews: readonly ServiceCrew[];
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
  onGone: () => void;
}

export function RemoveCrews({ crews, onClose, onDone, onGone }: Props) {
  const { crews: words } = useMessages();
  const api = useApi();
  const each = useEachCrew((outcome) => {
    onDone(outcome);
    onGone();
    onClose();
  });
  return (
    <Dialog title={words.remove.title} isOpen onClose={onClose}>
      <p>{words.remove.question({ count: crews.length })}</p>
      <ul>
        {crews.map((crew) => (
          <li key={crew.id}>
            {words.remove.crew({ name: nameOfCrew(crew), count: crew.takeoffLineCount ?? 0 })}
          </li>
        ))}
      </ul>
      <SubmitActions
        submit={words.remove.title}
        kind="danger"
        isPending={each.progress !== null}
        onPress={() => each.start(crews, (crew) => removeCrew(api, crew))}
      />
    </Dialog>
  );
}
