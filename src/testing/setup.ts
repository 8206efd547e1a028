import "@testing-library/jest-dom/jest-globals";
import { configure } from "@testing-library/dom";
import "./browserGaps.ts";

// The end of patience, not a wait: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 });
