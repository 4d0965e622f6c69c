import type { LibraryUsage } from './usage-store.ts';

/** Requests for a library, by client; `page` is for web pages and always 0. */
interface Counts {
  page: number;
  txt: number;
  mcp: number;
  cli: number;
}

/** The metrics of a library, in the shape of Context7's API. */
export interface LibraryMetrics {
  total: Counts;
  /** All days, oldest first. */
  daily: ({ date: string; total: number } & Counts)[];
  mcpClients: {
    dailyData: {
      date: string;
      uniqueUsersByClient: Record<string, number>;
      totalUniqueUsers: number;
    }[];
  };
  /** Always empty: questions are not stored. */
  topics: never[];
  /** Always empty: addresses are not stored. */
  countries: never[];
}

/** Returns the metrics, with zeros for days without requests. Pure. */
export function libraryMetrics(
  { byDay, mcpUsers }: LibraryUsage,
  days: readonly string[],
): LibraryMetrics {
  const total = none();
  const daily = days.map((date) => {
    const counts = none();
    for (const { day, client, requests } of byDay) {
      if (day !== date) continue;
      counts[client] += requests;
      total[client] += requests;
    }
    return { date, ...counts, total: counts.page + counts.txt + counts.mcp + counts.cli };
  });
  const dailyData = days.map((date) => {
    const users = mcpUsers.find(({ day }) => day === date)?.users ?? 0;
    // Not every client tells the tool server its name.
    return { date, uniqueUsersByClient: users > 0 ? { mcp: users } : {}, totalUniqueUsers: users };
  });
  return { total, daily, mcpClients: { dailyData }, topics: [], countries: [] };
}

function none(): Counts {
  return { page: 0, txt: 0, mcp: 0, cli: 0 };
}
