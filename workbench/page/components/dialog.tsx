import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMessages } from '../language/language';
import { Button } from './button';
import classes from './dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  form?: 'dialog' | 'drawer' | 'wide';
  isDismissable?: boolean;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, form = 'dialog', isDismissable = true, children }: Props) {
  const { shell } = useMessages();
  return (
    <ModalOverlay
      className={`${classes.overlay} ${classes[`${form}Overlay`] ?? ''}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={`${classes.modal} ${classes[form]}`}>
        <AriaDialog className={classes.dialog}>
          <header className={classes.header}>
            <Heading slot="title" className={classes.title}>
              {title}
            </Heading>
            {isDismissable && (
              <Button kind="quiet" aria-label={shell.close} onPress={onClose}>
                ✕
              </Button>
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className={classes.actions}>{children}</footer>
);
