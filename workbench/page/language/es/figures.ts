import type en from '../en';
import { figures as english } from '../en/figures';

export const figures: typeof en.figures = english;
