import { Button, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import classes from './find.module.css';

interface Props {
  text: string;
  onChange: (text: string) => void;
  isDisabled: boolean;
  onReplace: () => void;
  onReplaceAll: () => void;
}

export function ReplaceRow({ text, onChange, isDisabled, onReplace, onReplaceAll }: Props) {
  const words = useMessages().takeoff.find;
  return (
    <div className={classes.bar}>
      <TextField label={words.with} isLabelUnseen placeholder={words.with} value={text} onChange={onChange} />
      <Button isDisabled={isDisabled} onPress={onReplace}>
        {words.replace}
      </Button>
      <Button isDisabled={isDisabled} onPress={onReplaceAll}>
        {words.replaceAll}
      </Button>
    </div>
  );
}
