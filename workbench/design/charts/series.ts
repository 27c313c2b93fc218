import classes from './series.module.css';

const patterns = [
  classes.series1,
  classes.series2,
  classes.series3,
  classes.series4,
  classes.series5,
  classes.series6,
  classes.series7,
  classes.series8,
  classes.series9,
];

export const seriesClass = (index: number): string => patterns[index % patterns.length] ?? '';

export const hollowClass = classes.hollow ?? '';

const tints = [
  classes.tint1,
  classes.tint2,
  classes.tint3,
  classes.tint4,
  classes.tint5,
  classes.tint6,
  classes.tint7,
  classes.tint8,
  classes.tint9,
];

export const tintClass = (index: number): string => tints[index % tints.length] ?? '';
