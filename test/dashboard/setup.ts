// Runs before the tests of the level `dashboard`: builds the page of this clone.
import { buildDashboard } from '../../scripts/build-dashboard.ts';

export const setup = buildDashboard;
