import { useMessages } from '@consulting/design/language';
import classes from './explanation.module.css';

const signs: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' };
const parts = /("[^"]*"|[A-Za-z]\w*)/;

interface Props {
  formula: string;
  labelOf: (key: string) => string;
}

export function Formula({ formula, labelOf }: Props) {
  const { functions } = useMessages().explanation;
  const words: Readonly<Record<string, string>> = {
    round: functions.round,
    ceil: functions.ceil,
    coalesce: functions.coalesce,
    nullIfZero: functions.nullIfZero,
    sumGroup: functions.sumGroup,
  };
  return (
    <span className={classes.formula}>
      {formula.split(parts).map((part, at) => {
        const key = `${at} ${part}`;
        if (part.startsWith('"')) return <i key={key}>{part.slice(1, -1)}</i>;
        if (at % 2 === 0) return part.replace(/[*/-]/g, (sign) => signs[sign] ?? sign);
        const name = words[part];
        return name ? `${name} ` : <i key={key}>{labelOf(part)}</i>;
      })}
    </span>
  );
}
