export { BackLink } from './back-link';
export { FieldRow, Form } from './form';
export { ProblemNotice } from './problem-notice';
export { readTabSeparated, rowsMax, writeTabSeparated } from './tab-separated';
export { Card, Loaded, View, ViewLevel, Waiting } from './view';
