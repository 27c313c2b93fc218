import { useMessages } from '@consulting/design/language';
import classes from './grid.module.css';

export function FigureTexts({ texts }: { texts: readonly string[] }) {
  const words = useMessages().takeoff.selection;
  return (
    <p role="group" aria-label={words.title} className={classes.figures}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );
}
