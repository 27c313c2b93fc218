import { fieldsFrom } from './field';
import common from './registry/common.json';

export type CommonKey = keyof typeof common.fields;

export const commonFields = fieldsFrom(common.fields);
