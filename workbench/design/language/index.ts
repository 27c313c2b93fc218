export * from './formats';
export * from './language';
export * from './messages';
export * from './written-number';
