import { createContext, type ReactNode, useContext, useState } from 'react';
import { Dialog as AriaDialog, type ButtonProps, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from '../icons';
import { useMessages } from '../language/language';
import { Button, Unavailable } from './button';
import classes from './dialog.module.css';
import type { Typed } from './draft';
import { IconButton } from './icon-button';
import { Notice } from './notice';
import { useLeaveGuard } from './use-leave-guard';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  form?: 'dialog' | 'drawer' | 'wide';
  isDismissable?: boolean;
  typed?: Typed;
  children: ReactNode;
}

export const CloseContext = createContext(() => {});

export function Dialog({ title, isOpen, onClose, form = 'dialog', isDismissable = true, ...props }: Props) {
  const { shell } = useMessages();
  const { isTyped = false, isRestored = false } = props.typed ?? {};
  const [isAsking, setAsking] = useState(false);
  const close = () => (isTyped ? setAsking(true) : onClose());
  useLeaveGuard(isOpen && isTyped, close);
  return (
    <Unavailable value={null}>
      <ModalOverlay
        className={`${classes.overlay} ${classes[`${form}Overlay`] ?? ''}`}
        isOpen={isOpen}
        onOpenChange={(open) => !open && close()}
        isKeyboardDismissDisabled={!isDismissable}
      >
        <Modal className={`${classes.modal} ${classes[form]}`}>
          <AriaDialog className={classes.dialog}>
            <header className={classes.header}>
              <Heading slot="title" className={classes.title}>
                {title}
              </Heading>
              {isDismissable && (
                <IconButton label={shell.close} onPress={close}>
                  <X />
                </IconButton>
              )}
            </header>
            {isRestored && <Notice kind="info" title={shell.draftRestored} />}
            <CloseContext value={close}>{props.children}</CloseContext>
          </AriaDialog>
        </Modal>
        {isAsking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={onClose} />}
      </ModalOverlay>
    </Unavailable>
  );
}

export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { shell } = useMessages();
  return (
    <Dialog title={shell.discardTitle} isOpen onClose={onStay}>
      <p>{shell.discardText}</p>
      <DialogActions>
        <CancelButton label={shell.continueEditing} />
        <Button kind="danger" onPress={onDiscard}>
          {shell.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className={classes.actions}>{children}</footer>
);

export function CancelButton({ label }: { label?: string }) {
  const { shell } = useMessages();
  return <Button onPress={useContext(CloseContext)}>{label ?? shell.cancel}</Button>;
}

interface SubmitProps extends Pick<ButtonProps, 'isPending' | 'isDisabled' | 'onPress'> {
  submit: string;
  kind?: 'primary' | 'danger';
}

export const SubmitActions = ({ submit, kind = 'primary', onPress, ...state }: SubmitProps) => (
  <DialogActions>
    <CancelButton />
    <Button kind={kind} {...state} {...(onPress ? { onPress } : { type: 'submit' })}>
      {submit}
    </Button>
  </DialogActions>
);

export function CloseAction({ label }: { label?: string }) {
  const { shell } = useMessages();
  return (
    <DialogActions>
      <Button kind="primary" autoFocus onPress={useContext(CloseContext)}>
        {label ?? shell.close}
      </Button>
    </DialogActions>
  );
}
