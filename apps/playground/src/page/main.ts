import { Playground } from "./playground.ts";

void new Playground().start();
