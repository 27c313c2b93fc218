import { CheckField, Dialog, SubmitActions, TextField, useDraft } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Form } from '@consulting/foundation/components';
import { type Check, type ServicePath, useDecision } from './review-queries';

interface Props {
  service: ServicePath;
  check: Check;
  onClose: () => void;
}

const unwritten = { reason: '', isOff: false };

export function DismissCheck({ service, check: { code }, onClose }: Props) {
  const { review } = useMessages();
  const words = review.dismiss;
  const [{ reason, isOff }, setDraft, typed] = useDraft(`dismiss ${code}`, unwritten);
  const deciding = useDecision(service, code, onClose);
  const decide = () => deciding.mutate({ state: isOff ? 'off' : 'dismissed', reason: reason.trim() || null });
  return (
    <Dialog title={words.of({ check: review.checks[code] })} isOpen onClose={onClose} typed={typed}>
      <Form error={deciding.error} fields={['reason']} onSubmit={decide}>
        <p className="quiet">{words.hint}</p>
        <TextField
          label={words.reason}
          name="reason"
          value={reason}
          onChange={(text) => setDraft({ reason: text, isOff })}
          maxLength={1000}
          isMultiline
          isRequired
        />
        <CheckField isSelected={isOff} onChange={(selected) => setDraft({ reason, isOff: selected })}>
          {words.off}
        </CheckField>
        <SubmitActions
          submit={words.action}
          isPending={deciding.isPending}
          isDisabled={reason.trim() === ''}
        />
      </Form>
    </Dialog>
  );
}
