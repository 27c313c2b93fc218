import { TextField } from '@consulting/design/controls';
import { useState } from 'react';

interface Props {
  label: string;
  hint: string;
  name?: string;
  text: string;
  onParse: (text: string) => void;
}

// What is typed stays as it is, while what it is read as goes into the record.
export function ParsedText({ text, onParse, ...field }: Props) {
  const [typed, setTyped] = useState(text);
  return (
    <TextField
      {...field}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onParse(next);
      }}
    />
  );
}
