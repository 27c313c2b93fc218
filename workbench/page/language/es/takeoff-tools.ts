import type en from '../en';
import { takeoffTools as english } from '../en/takeoff-tools';

export const takeoffTools: typeof en.takeoffTools = english;
