import { IconButton } from '@consulting/design/controls';
import { CircleQuestionMark } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { type ReactNode, useState } from 'react';
import classes from './explanation.module.css';
import { ExplanationDialog, type Question } from './explanation-dialog';

interface Props {
  of: string;
  children: (onClose: () => void) => ReactNode;
}

export function Why({ of, children }: Props) {
  const { explanation } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={classes.why}
        label={explanation.whyOf({ line: of })}
        onPress={() => setOpen(true)}
      >
        <CircleQuestionMark />
      </IconButton>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

export const WhyButton = ({ question, of }: { question: Question; of: string }) => (
  <Why of={of}>{(onClose) => <ExplanationDialog question={question} onClose={onClose} />}</Why>
);
