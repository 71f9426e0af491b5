BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE analyses (
	game_id VARCHAR(24) NOT NULL, 
	ply INTEGER NOT NULL, 
	line VARCHAR(32) NOT NULL, 
	seconds FLOAT NOT NULL, 
	data JSON NOT NULL, 
	CONSTRAINT pk_analyses PRIMARY KEY (game_id, ply), 
	CONSTRAINT fk_analyses_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "analyses" VALUES('game0023',2,'127d08ef2f57276a2b1cefb07eae7d48',1.0,'{"best": "c3", "value": 0.4, "proved": false, "line": ["c3", "d2"], "choices": [], "simulations": 9, "seconds": 0.1, "depth": 1, "spread": 0.02}');
CREATE TABLE daily (
	game VARCHAR(64) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	score INTEGER, 
	at DATETIME NOT NULL, 
	"key" VARCHAR(64), 
	CONSTRAINT pk_daily PRIMARY KEY (game, day, holder, number), 
	CONSTRAINT uq_daily_game_day_holder_key UNIQUE (game, day, holder, "key")
);
INSERT INTO "daily" VALUES('longway','2026-11-20','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',1,'begun','{"game": "game0020"}',NULL,'2026-11-20 12:10:42.000000',NULL);
INSERT INTO "daily" VALUES('longway','2026-11-20','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',2,'score','{"game": "game0020"}',2,'2026-11-20 12:11:10.000000',NULL);
INSERT INTO "daily" VALUES('troll','2026-11-20','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',1,'try','{"turn": "b2"}',NULL,'2026-11-20 12:11:18.000000','t1');
INSERT INTO "daily" VALUES('troll','2026-11-20','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',2,'solved','{"turn": "b3"}',NULL,'2026-11-20 12:11:19.000000',NULL);
CREATE TABLE events (
	game_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"key" VARCHAR(64), 
	CONSTRAINT pk_events PRIMARY KEY (game_id, number), 
	CONSTRAINT fk_events_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_events_game_id_key UNIQUE (game_id, "key")
);
INSERT INTO "events" VALUES('game0001',1,'turn','{"turn": "b2"}','2026-11-20 12:00:03.000000','key0');
INSERT INTO "events" VALUES('game0001',2,'turn','{"turn": "b3"}','2026-11-20 12:00:05.000000',NULL);
INSERT INTO "events" VALUES('game0001',3,'turn','{"turn": "c2"}','2026-11-20 12:00:07.000000',NULL);
INSERT INTO "events" VALUES('game0001',4,'turn','{"turn": "c3"}','2026-11-20 12:00:09.000000',NULL);
INSERT INTO "events" VALUES('game0001',5,'undo','{"ply": 3}','2026-11-20 12:00:10.000000',NULL);
INSERT INTO "events" VALUES('game0001',6,'undo','{"ply": 2}','2026-11-20 12:00:11.000000',NULL);
INSERT INTO "events" VALUES('game0001',7,'turn','{"turn": "b4"}','2026-11-20 12:00:13.000000','key6');
INSERT INTO "events" VALUES('game0002',1,'turn','{"turn": "b2"}','2026-11-20 12:00:16.000000','key0');
INSERT INTO "events" VALUES('game0002',2,'turn','{"turn": "a3"}','2026-11-20 12:00:17.000000',NULL);
INSERT INTO "events" VALUES('game0002',3,'turn','{"turn": "c2"}','2026-11-20 12:00:19.000000',NULL);
INSERT INTO "events" VALUES('game0002',4,'turn','{"turn": "b3"}','2026-11-20 12:00:20.000000',NULL);
INSERT INTO "events" VALUES('game0002',5,'undo','{"ply": 2}','2026-11-20 12:00:21.000000',NULL);
INSERT INTO "events" VALUES('game0004',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:00:24.000000',NULL);
INSERT INTO "events" VALUES('game0004',2,'turn','{"turn": "b2"}','2026-11-20 12:00:26.000000','key1');
INSERT INTO "events" VALUES('game0004',3,'name','{"by": "black", "name": "Robert"}','2026-11-20 12:00:27.000000',NULL);
INSERT INTO "events" VALUES('game0004',4,'turn','{"turn": "b3"}','2026-11-20 12:00:29.000000','key3');
INSERT INTO "events" VALUES('game0005',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:00:33.000000',NULL);
INSERT INTO "events" VALUES('game0005',2,'turn','{"turn": "b2"}','2026-11-20 12:00:35.000000','key1');
INSERT INTO "events" VALUES('game0005',3,'turn','{"turn": "swap"}','2026-11-20 12:00:37.000000',NULL);
INSERT INTO "events" VALUES('game0005',4,'turn','{"turn": "c3"}','2026-11-20 12:00:39.000000',NULL);
INSERT INTO "events" VALUES('game0006',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": null}','2026-11-20 12:00:41.000000',NULL);
INSERT INTO "events" VALUES('game0006',2,'turn','{"turn": "b2"}','2026-11-20 12:00:43.000000','key1');
INSERT INTO "events" VALUES('game0006',3,'turn','{"turn": "b3"}','2026-11-20 12:00:45.000000',NULL);
INSERT INTO "events" VALUES('game0006',4,'offer','{"by": "black", "what": "takeback", "ply": 1}','2026-11-20 12:00:47.000000',NULL);
INSERT INTO "events" VALUES('game0006',5,'answer','{"by": "white", "yes": true}','2026-11-20 12:00:49.000000',NULL);
INSERT INTO "events" VALUES('game0006',6,'undo','{"ply": 1}','2026-11-20 12:00:49.000000',NULL);
INSERT INTO "events" VALUES('game0006',7,'turn','{"turn": "c3"}','2026-11-20 12:00:51.000000','key6');
INSERT INTO "events" VALUES('game0006',8,'turn','{"turn": "c2"}','2026-11-20 12:00:53.000000',NULL);
INSERT INTO "events" VALUES('game0006',9,'offer','{"by": "black", "what": "takeback", "ply": 1}','2026-11-20 12:00:55.000000',NULL);
INSERT INTO "events" VALUES('game0006',10,'answer','{"by": "black", "yes": false}','2026-11-20 12:00:57.000000',NULL);
INSERT INTO "events" VALUES('game0006',11,'offer','{"by": "white", "what": "draw"}','2026-11-20 12:00:59.000000',NULL);
INSERT INTO "events" VALUES('game0007',1,'end','{"winners": null, "termination": "abandoned", "by": null}','2026-11-20 12:01:01.000000',NULL);
INSERT INTO "events" VALUES('game0008',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:01:03.000000',NULL);
INSERT INTO "events" VALUES('game0008',2,'turn','{"turn": "b3"}','2026-11-20 12:01:05.000000','key1');
INSERT INTO "events" VALUES('game0008',3,'turn','{"turn": "a2"}','2026-11-20 12:01:07.000000',NULL);
INSERT INTO "events" VALUES('game0008',4,'turn','{"turn": "c3"}','2026-11-20 12:01:09.000000',NULL);
INSERT INTO "events" VALUES('game0008',5,'turn','{"turn": "b2"}','2026-11-20 12:01:11.000000',NULL);
INSERT INTO "events" VALUES('game0008',6,'turn','{"turn": "b4"}','2026-11-20 12:01:13.000000',NULL);
INSERT INTO "events" VALUES('game0008',7,'turn','{"turn": "c2"}','2026-11-20 12:01:15.000000',NULL);
INSERT INTO "events" VALUES('game0008',8,'turn','{"turn": "c4"}','2026-11-20 12:01:17.000000',NULL);
INSERT INTO "events" VALUES('game0008',9,'turn','{"turn": "d2"}','2026-11-20 12:01:19.000000',NULL);
INSERT INTO "events" VALUES('game0008',10,'offer','{"by": "white", "what": "rematch"}','2026-11-20 12:01:21.000000',NULL);
INSERT INTO "events" VALUES('game0009',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:01:23.000000',NULL);
INSERT INTO "events" VALUES('game0009',2,'offer','{"by": "white", "what": "draw"}','2026-11-20 12:01:25.000000',NULL);
INSERT INTO "events" VALUES('game0009',3,'answer','{"by": "black", "yes": false}','2026-11-20 12:01:27.000000',NULL);
INSERT INTO "events" VALUES('game0009',4,'turn','{"turn": "b2"}','2026-11-20 12:01:29.000000','key3');
INSERT INTO "events" VALUES('game0009',5,'turn','{"turn": "b3"}','2026-11-20 12:01:31.000000',NULL);
INSERT INTO "events" VALUES('game0009',6,'offer','{"by": "black", "what": "draw"}','2026-11-20 12:01:33.000000',NULL);
INSERT INTO "events" VALUES('game0009',7,'answer','{"by": "white", "yes": true}','2026-11-20 12:01:35.000000',NULL);
INSERT INTO "events" VALUES('game0009',8,'end','{"winners": [], "termination": "agreement", "by": "black"}','2026-11-20 12:01:35.000000',NULL);
INSERT INTO "events" VALUES('game0009',9,'offer','{"by": "black", "what": "rematch"}','2026-11-20 12:01:37.000000',NULL);
INSERT INTO "events" VALUES('game0009',10,'answer','{"by": "white", "yes": true}','2026-11-20 12:01:39.000000',NULL);
INSERT INTO "events" VALUES('game0009',11,'rematch','{"game": "game0010"}','2026-11-20 12:01:39.000000',NULL);
INSERT INTO "events" VALUES('game0011',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:01:41.000000',NULL);
INSERT INTO "events" VALUES('game0011',2,'turn','{"turn": "b2"}','2026-11-20 12:01:43.000000','key1');
INSERT INTO "events" VALUES('game0011',3,'end','{"winners": ["white"], "termination": "resignation", "by": "black"}','2026-11-20 12:01:44.000000',NULL);
INSERT INTO "events" VALUES('game0011',4,'offer','{"by": "black", "what": "rematch"}','2026-11-20 12:01:46.000000',NULL);
INSERT INTO "events" VALUES('game0011',5,'answer','{"by": "white", "yes": false}','2026-11-20 12:01:48.000000',NULL);
INSERT INTO "events" VALUES('game0012',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:01:50.000000',NULL);
INSERT INTO "events" VALUES('game0012',2,'turn','{"turn": "b2"}','2026-11-20 12:01:52.000000','key1');
INSERT INTO "events" VALUES('game0012',3,'turn','{"turn": "b3"}','2026-11-20 12:01:54.000000',NULL);
INSERT INTO "events" VALUES('game0012',4,'end','{"winners": ["black"], "termination": "time", "by": "white"}','2026-11-20 12:08:36.000000',NULL);
INSERT INTO "events" VALUES('game0013',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2099-11-20 12:08:38.000000',NULL);
INSERT INTO "events" VALUES('game0013',2,'turn','{"turn": "b2"}','2099-11-20 12:08:40.000000','key1');
INSERT INTO "events" VALUES('game0013',3,'turn','{"turn": "b3"}','2099-11-20 12:08:42.000000',NULL);
INSERT INTO "events" VALUES('game0013',4,'turn','{"turn": "c2"}','2099-11-20 12:08:44.000000',NULL);
INSERT INTO "events" VALUES('game0013',5,'turn','{"turn": "c3"}','2099-11-20 12:08:46.000000',NULL);
INSERT INTO "events" VALUES('game0013',6,'offer','{"by": "black", "what": "takeback", "ply": 3}','2099-11-20 12:09:18.000000',NULL);
INSERT INTO "events" VALUES('game0013',7,'answer','{"by": "white", "yes": true}','2099-11-20 12:09:20.000000',NULL);
INSERT INTO "events" VALUES('game0013',8,'undo','{"ply": 3}','2099-11-20 12:09:20.000000',NULL);
INSERT INTO "events" VALUES('game0014',1,'sit','{"player": "black", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2099-11-20 12:09:22.000000',NULL);
INSERT INTO "events" VALUES('game0014',2,'turn','{"turn": "b2"}','2099-11-20 12:09:24.000000','key1');
INSERT INTO "events" VALUES('game0014',3,'turn','{"turn": "b3"}','2099-11-22 12:09:26.000000','key2');
INSERT INTO "events" VALUES('game0015',1,'turn','{"turn": "a5>a2"}','2026-11-20 12:08:39.000000','key0');
INSERT INTO "events" VALUES('game0015',2,'turn','{"turn": "d4>a4"}','2026-11-20 12:08:41.000000','key1');
INSERT INTO "events" VALUES('game0015',3,'turn','{"turn": "c1>e3"}','2026-11-20 12:08:43.000000','key2');
INSERT INTO "events" VALUES('game0015',4,'turn','{"turn": "c6>c2"}','2026-11-20 12:08:45.000000','key3');
INSERT INTO "events" VALUES('game0015',5,'turn','{"turn": "e6>c4"}','2026-11-20 12:08:47.000000','key4');
INSERT INTO "events" VALUES('game0015',6,'turn','{"turn": "f1>f6"}','2026-11-20 12:08:49.000000','key5');
INSERT INTO "events" VALUES('game0016',1,'turn','{"turn": "b2-d2"}','2026-11-20 12:08:52.000000','key0');
INSERT INTO "events" VALUES('game0016',2,'turn','{"turn": "f5-f3"}','2026-11-20 12:08:54.000000','key1');
INSERT INTO "events" VALUES('game0016',3,'turn','{"turn": "b3-b5"}','2026-11-20 12:08:56.000000','key2');
INSERT INTO "events" VALUES('game0016',4,'turn','{"turn": "e6-e4"}','2026-11-20 12:08:58.000000','key3');
INSERT INTO "events" VALUES('game0016',5,'turn','{"turn": "b4-d6"}','2026-11-20 12:09:00.000000','key4');
INSERT INTO "events" VALUES('game0016',6,'turn','{"turn": "f3-d3"}','2026-11-20 12:09:02.000000','key5');
INSERT INTO "events" VALUES('game0016',7,'turn','{"turn": "c5-c3"}','2026-11-20 12:09:04.000000','key6');
INSERT INTO "events" VALUES('game0016',8,'turn','{"turn": "f6-d4"}','2026-11-20 12:09:06.000000','key7');
INSERT INTO "events" VALUES('game0016',9,'turn','{"turn": "c4-c2"}','2026-11-20 12:09:08.000000','key8');
INSERT INTO "events" VALUES('game0016',10,'turn','{"turn": "e4-c4"}','2026-11-20 12:09:10.000000','key9');
INSERT INTO "events" VALUES('game0016',11,'turn','{"turn": "d2-f4"}','2026-11-20 12:09:12.000000','key10');
INSERT INTO "events" VALUES('game0016',12,'turn','{"turn": "d4-b4"}','2026-11-20 12:09:14.000000','key11');
INSERT INTO "events" VALUES('game0016',13,'turn','{"turn": "b1-d3"}','2026-11-20 12:09:16.000000','key12');
INSERT INTO "events" VALUES('game0016',14,'turn','{"turn": "e5-e3"}','2026-11-20 12:09:18.000000','key13');
INSERT INTO "events" VALUES('game0016',15,'turn','{"turn": "b5-d7"}','2026-11-20 12:09:20.000000','key14');
INSERT INTO "events" VALUES('game0016',16,'turn','{"turn": "e7-c5"}','2026-11-20 12:09:22.000000','key15');
INSERT INTO "events" VALUES('game0016',17,'turn','{"turn": "c3-e3"}','2026-11-20 12:09:24.000000','key16');
INSERT INTO "events" VALUES('game0016',18,'turn','{"turn": "f3-d1"}','2026-11-20 12:09:26.000000','key17');
INSERT INTO "events" VALUES('game0016',19,'turn','{"turn": "b5-d5"}','2026-11-20 12:09:28.000000','key18');
INSERT INTO "events" VALUES('game0016',20,'turn','{"turn": "e2-e4"}','2026-11-20 12:09:30.000000','key19');
INSERT INTO "events" VALUES('game0016',21,'turn','{"turn": "c3-c5"}','2026-11-20 12:09:32.000000','key20');
INSERT INTO "events" VALUES('game0016',22,'turn','{"turn": "c4-a4"}','2026-11-20 12:09:34.000000','key21');
INSERT INTO "events" VALUES('game0016',23,'turn','{"turn": "e3-g5"}','2026-11-20 12:09:36.000000','key22');
INSERT INTO "events" VALUES('game0017',1,'turn','{"turn": "c1"}','2026-11-20 12:09:39.000000','key0');
INSERT INTO "events" VALUES('game0017',2,'turn','{"turn": "a2,a3"}','2026-11-20 12:09:41.000000','key1');
INSERT INTO "events" VALUES('game0017',3,'turn','{"turn": "d1,f3"}','2026-11-20 12:09:43.000000','key2');
INSERT INTO "events" VALUES('game0017',4,'turn','{"turn": "f2,d4"}','2026-11-20 12:09:45.000000','key3');
INSERT INTO "events" VALUES('game0017',5,'turn','{"turn": "b6,d6"}','2026-11-20 12:09:47.000000','key4');
INSERT INTO "events" VALUES('game0017',6,'turn','{"turn": "b2,c5"}','2026-11-20 12:09:49.000000','key5');
INSERT INTO "events" VALUES('game0017',7,'turn','{"turn": "d3,a4"}','2026-11-20 12:09:51.000000','key6');
INSERT INTO "events" VALUES('game0017',8,'turn','{"turn": "e2"}','2026-11-20 12:09:53.000000','key7');
INSERT INTO "events" VALUES('game0017',9,'turn','{"turn": "e4,b5"}','2026-11-20 12:09:55.000000','key8');
INSERT INTO "events" VALUES('game0017',10,'turn','{"turn": "e1,c4"}','2026-11-20 12:09:57.000000','key9');
INSERT INTO "events" VALUES('game0017',11,'turn','{"turn": "f4"}','2026-11-20 12:09:59.000000','key10');
INSERT INTO "events" VALUES('game0017',12,'turn','{"turn": "b1,d2"}','2026-11-20 12:10:01.000000','key11');
INSERT INTO "events" VALUES('game0018',1,'sit','{"player": "player 2", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:10:03.000000',NULL);
INSERT INTO "events" VALUES('game0018',2,'sit','{"player": "player 3", "holder": "e4720ddaf270e88c40529708125ffb954385835876033b786d8e320d23e25a17", "name": "Carl"}','2026-11-20 12:10:04.000000',NULL);
INSERT INTO "events" VALUES('game0018',3,'turn','{"turn": "setup d7S g5E"}','2026-11-20 12:10:06.000000','key2');
INSERT INTO "events" VALUES('game0018',4,'turn','{"turn": "setup a2W a7S"}','2026-11-20 12:10:08.000000','key3');
INSERT INTO "events" VALUES('game0018',5,'turn','{"turn": "setup a4W a6W"}','2026-11-20 12:10:10.000000','key4');
INSERT INTO "events" VALUES('game0018',6,'turn','{"turn": "roll 2-6"}','2026-11-20 12:10:10.000000',NULL);
INSERT INTO "events" VALUES('game0018',7,'turn','{"turn": "cafe e5 e6"}','2026-11-20 12:10:12.000000','key6');
INSERT INTO "events" VALUES('game0018',8,'turn','{"turn": "tile c1 c2=2"}','2026-11-20 12:10:14.000000','key7');
INSERT INTO "events" VALUES('game0018',9,'turn','{"turn": "cafe b3 c3"}','2026-11-20 12:10:16.000000','key8');
INSERT INTO "events" VALUES('game0018',10,'turn','{"turn": "roll 1-6"}','2026-11-20 12:10:16.000000',NULL);
INSERT INTO "events" VALUES('game0018',11,'turn','{"turn": "cafe f5 f6"}','2026-11-20 12:10:18.000000','key10');
INSERT INTO "events" VALUES('game0018',12,'leave','{"by": "player 3", "why": "resignation", "engine": {"level": 5}}','2026-11-20 12:10:19.000000',NULL);
INSERT INTO "events" VALUES('game0018',13,'turn','{"turn": "tile b4 b4=6 wall g2N"}','2026-11-20 12:10:20.000000',NULL);
INSERT INTO "events" VALUES('game0019',1,'sit','{"player": "player 2", "holder": "845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300", "name": "Bob"}','2026-11-20 12:10:22.000000',NULL);
INSERT INTO "events" VALUES('game0019',2,'sit','{"player": "player 3", "holder": "e4720ddaf270e88c40529708125ffb954385835876033b786d8e320d23e25a17", "name": "Carl"}','2026-11-20 12:10:23.000000',NULL);
INSERT INTO "events" VALUES('game0019',3,'turn','{"turn": "setup d7S g5E"}','2026-11-20 12:10:25.000000','key2');
INSERT INTO "events" VALUES('game0019',4,'turn','{"turn": "setup a2W a7S"}','2026-11-20 12:10:27.000000','key3');
INSERT INTO "events" VALUES('game0019',5,'turn','{"turn": "setup a4W a6W"}','2026-11-20 12:10:29.000000','key4');
INSERT INTO "events" VALUES('game0019',6,'turn','{"turn": "roll 4-6"}','2026-11-20 12:10:29.000000',NULL);
INSERT INTO "events" VALUES('game0019',7,'turn','{"turn": "cafe b5 b6"}','2026-11-20 12:10:31.000000','key6');
INSERT INTO "events" VALUES('game0019',8,'turn','{"turn": "tile c1 c2=4"}','2026-11-20 12:10:33.000000','key7');
INSERT INTO "events" VALUES('game0019',9,'turn','{"turn": "cafe e2 e3"}','2026-11-20 12:10:35.000000','key8');
INSERT INTO "events" VALUES('game0019',10,'turn','{"turn": "roll 1-3"}','2026-11-20 12:10:35.000000',NULL);
INSERT INTO "events" VALUES('game0019',11,'turn','{"turn": "cafe d5 d6"}','2026-11-20 12:10:37.000000','key10');
INSERT INTO "events" VALUES('game0019',12,'leave','{"by": "player 3", "why": "resignation", "engine": {"level": 5}}','2026-11-20 12:10:38.000000',NULL);
INSERT INTO "events" VALUES('game0019',13,'turn','{"turn": "tile c3 d3=1 wall d3S"}','2026-11-20 12:10:39.000000',NULL);
INSERT INTO "events" VALUES('game0019',14,'leave','{"by": "player 2", "why": "resignation", "engine": {"level": 5}}','2026-11-20 12:10:40.000000',NULL);
INSERT INTO "events" VALUES('game0019',15,'leave','{"by": "player 1", "why": "resignation", "engine": {"level": 5}}','2026-11-20 12:10:41.000000',NULL);
INSERT INTO "events" VALUES('game0019',16,'end','{"winners": null, "termination": "abandoned", "by": "player 1"}','2026-11-20 12:10:41.000000',NULL);
INSERT INTO "events" VALUES('game0020',1,'turn','{"turn": "setup e1N b1N"}','2026-11-20 12:10:45.000000','key0');
INSERT INTO "events" VALUES('game0020',2,'turn','{"turn": "roll 1-1"}','2026-11-20 12:10:45.000000',NULL);
INSERT INTO "events" VALUES('game0020',3,'turn','{"turn": "cafe e5 e6"}','2026-11-20 12:10:47.000000','key2');
INSERT INTO "events" VALUES('game0020',4,'turn','{"turn": "roll 1-2"}','2026-11-20 12:10:47.000000',NULL);
INSERT INTO "events" VALUES('game0020',5,'turn','{"turn": "tile e4 e4=1 wall c7W"}','2026-11-20 12:10:49.000000','key4');
INSERT INTO "events" VALUES('game0020',6,'turn','{"turn": "roll 2-4"}','2026-11-20 12:10:49.000000',NULL);
INSERT INTO "events" VALUES('game0020',7,'turn','{"turn": "tile d5 d5=2 wall d6S"}','2026-11-20 12:10:51.000000','key6');
INSERT INTO "events" VALUES('game0020',8,'turn','{"turn": "roll 6-4"}','2026-11-20 12:10:51.000000',NULL);
INSERT INTO "events" VALUES('game0020',9,'turn','{"turn": "tile f4 f5=4 wall b1S"}','2026-11-20 12:10:53.000000','key8');
INSERT INTO "events" VALUES('game0020',10,'turn','{"turn": "roll 4-6"}','2026-11-20 12:10:53.000000',NULL);
INSERT INTO "events" VALUES('game0020',11,'turn','{"turn": "tile e6 e7=4 wall f1N"}','2026-11-20 12:10:55.000000','key10');
INSERT INTO "events" VALUES('game0020',12,'turn','{"turn": "roll 1-3"}','2026-11-20 12:10:55.000000',NULL);
INSERT INTO "events" VALUES('game0020',13,'turn','{"turn": "tile c4 d4=1 wall g1S"}','2026-11-20 12:10:57.000000','key12');
INSERT INTO "events" VALUES('game0020',14,'turn','{"turn": "roll 3-6"}','2026-11-20 12:10:57.000000',NULL);
INSERT INTO "events" VALUES('game0020',15,'turn','{"turn": "cafe a5 b5"}','2026-11-20 12:10:59.000000','key14');
INSERT INTO "events" VALUES('game0020',16,'turn','{"turn": "roll 1-1"}','2026-11-20 12:10:59.000000',NULL);
INSERT INTO "events" VALUES('game0020',17,'turn','{"turn": "tile a4 a4=1 wall e2N"}','2026-11-20 12:11:01.000000','key16');
INSERT INTO "events" VALUES('game0020',18,'turn','{"turn": "roll 5-2"}','2026-11-20 12:11:01.000000',NULL);
INSERT INTO "events" VALUES('game0020',19,'turn','{"turn": "tile a2 c3=2"}','2026-11-20 12:11:03.000000','key18');
INSERT INTO "events" VALUES('game0020',20,'turn','{"turn": "roll 5-2"}','2026-11-20 12:11:03.000000',NULL);
INSERT INTO "events" VALUES('game0020',21,'turn','{"turn": "tile c2 c2=2 wall g2N"}','2026-11-20 12:11:05.000000','key20');
INSERT INTO "events" VALUES('game0020',22,'turn','{"turn": "roll 1-2"}','2026-11-20 12:11:05.000000',NULL);
INSERT INTO "events" VALUES('game0020',23,'turn','{"turn": "tile b6 b6=1 wall c5E"}','2026-11-20 12:11:07.000000','key22');
INSERT INTO "events" VALUES('game0020',24,'turn','{"turn": "roll 5-5"}','2026-11-20 12:11:07.000000',NULL);
INSERT INTO "events" VALUES('game0020',25,'turn','{"turn": "stop"}','2026-11-20 12:11:09.000000','key24');
INSERT INTO "events" VALUES('game0021',1,'turn','{"turn": "setup b1N d1N"}','2026-11-20 12:11:13.000000','key0');
INSERT INTO "events" VALUES('game0021',2,'turn','{"turn": "roll 1-1"}','2026-11-20 12:11:13.000000',NULL);
INSERT INTO "events" VALUES('game0021',3,'turn','{"turn": "tile f2 g2=1"}','2026-11-20 12:11:15.000000','key2');
INSERT INTO "events" VALUES('game0021',4,'turn','{"turn": "roll 1-2"}','2026-11-20 12:11:15.000000',NULL);
INSERT INTO "events" VALUES('game0021',5,'turn','{"turn": "tile a3 b3=2"}','2026-11-20 12:11:17.000000','key4');
INSERT INTO "events" VALUES('game0021',6,'turn','{"turn": "roll 2-4"}','2026-11-20 12:11:17.000000',NULL);
INSERT INTO "events" VALUES('game0023',1,'turn','{"turn": "b3"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',2,'turn','{"turn": "a2"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',3,'turn','{"turn": "c3"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',4,'turn','{"turn": "b2"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',5,'turn','{"turn": "b4"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',6,'turn','{"turn": "c2"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',7,'turn','{"turn": "c4"}','2026-11-20 12:11:20.000000',NULL);
INSERT INTO "events" VALUES('game0023',8,'turn','{"turn": "d2"}','2026-11-20 12:11:20.000000',NULL);
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	options JSON NOT NULL, 
	position TEXT, 
	created DATETIME NOT NULL, terms JSON, deadline DATETIME, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('game0001','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:00:01.000000','{}',NULL);
INSERT INTO "games" VALUES('game0002','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:00:14.000000','{}',NULL);
INSERT INTO "games" VALUES('game0003','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:00:22.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0004','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:00:23.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0005','troll','{"size": 4, "edges": "capture", "swap": true}',NULL,'2026-11-20 12:00:32.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0006','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:00:40.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0007','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:00.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0008','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:02.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0009','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:22.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0010','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:38.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0011','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:40.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0012','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:01:49.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186", "clock": {"base": 300.0, "increment": 3.0, "days": false}}',NULL);
INSERT INTO "games" VALUES('game0013','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2099-11-20 12:08:37.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186", "clock": {"base": 300.0, "increment": 3.0, "days": false}}','2099-11-20 12:14:21.000000');
INSERT INTO "games" VALUES('game0014','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2099-11-20 12:09:21.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186", "clock": {"base": 259200.0, "increment": 0.0, "days": true}}','2099-11-25 12:09:26.000000');
INSERT INTO "games" VALUES('game0015','stroll','{"size": 6, "ending": "solve", "swap": false}',NULL,'2026-11-20 12:08:37.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0016','stride','{"side": 4, "repetition": 3, "swap": false}',NULL,'2026-11-20 12:08:50.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0017','whirlwind','{"size": 6, "setup": "standard", "swap": false}',NULL,'2026-11-20 12:09:37.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0018','longway','{"players": 3, "tiles": ""}',NULL,'2026-11-20 12:10:02.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0019','longway','{"players": 3, "tiles": ""}',NULL,'2026-11-20 12:10:21.000000','{"creator": "4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186"}',NULL);
INSERT INTO "games" VALUES('game0020','longway','{"players": 1, "tiles": ""}',NULL,'2026-11-20 12:10:43.000000','{"daily": "2026-11-20", "dice": "longway 2026-11-20"}',NULL);
INSERT INTO "games" VALUES('game0021','longway','{"players": 1, "tiles": ""}',NULL,'2026-11-20 12:11:11.000000','{"daily": "2026-11-20", "dice": "longway 2026-11-20", "again": true}',NULL);
INSERT INTO "games" VALUES('game0023','troll','{"size": 4, "edges": "capture", "swap": false}',NULL,'2026-11-20 12:11:20.000000','{}',NULL);
CREATE TABLE keys (
	name VARCHAR(16) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY (name)
);
CREATE TABLE messages (
	game_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	player VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	"key" VARCHAR(64), 
	CONSTRAINT pk_messages PRIMARY KEY (game_id, number), 
	CONSTRAINT fk_messages_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_messages_game_id_key UNIQUE (game_id, "key")
);
INSERT INTO "messages" VALUES('game0004',1,'white','Hello <Bob>','2026-11-20 12:00:30.000000','m1');
INSERT INTO "messages" VALUES('game0004',2,'black','¡Hola!','2026-11-20 12:00:31.000000',NULL);
CREATE TABLE records (
	game_id VARCHAR(24) NOT NULL, 
	line JSON NOT NULL, 
	people JSON NOT NULL, 
	tags JSON NOT NULL, 
	winners JSON, 
	termination VARCHAR(32) NOT NULL, owner VARCHAR(64), 
	CONSTRAINT pk_records PRIMARY KEY (game_id), 
	CONSTRAINT fk_records_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "records" VALUES('game0023','{"comments": ["Before <all>"], "turns": [{"turn": "b3", "comments": ["a first"]}, {"turn": "a2", "variations": [{"turns": [{"turn": "c2", "marks": [1], "comments": ["why not"]}, {"turn": "c3", "variations": [{"turns": [{"turn": "b1"}]}]}, {"turn": "d3"}]}]}, {"turn": "c3", "marks": [6]}, {"turn": "b2"}, {"turn": "b4"}, {"turn": "c2"}, {"turn": "c4"}, {"turn": "d2"}]}','{"white": "Ada & <Bob>"}','{}','["black"]','','e4720ddaf270e88c40529708125ffb954385835876033b786d8e320d23e25a17');
CREATE TABLE seats (
	game_id VARCHAR(24) NOT NULL, 
	player VARCHAR(32) NOT NULL, 
	engine JSON, 
	holder VARCHAR(64), name VARCHAR(40), 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, player), 
	CONSTRAINT fk_seats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('game0001','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0001','black','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0002','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0002','black','{"level": 3}',NULL,NULL);
INSERT INTO "seats" VALUES('game0003','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0003','black','null',NULL,NULL);
INSERT INTO "seats" VALUES('game0004','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0004','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0005','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0005','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0006','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0006','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300',NULL);
INSERT INTO "seats" VALUES('game0007','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0007','black','null',NULL,NULL);
INSERT INTO "seats" VALUES('game0008','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0008','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0009','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0009','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0010','white','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0010','black','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0011','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0011','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0012','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0012','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0013','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0013','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0014','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0014','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0015','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0015','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0016','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0016','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0017','white','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0017','black','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0018','player 1','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0018','player 2','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0018','player 3','null','e4720ddaf270e88c40529708125ffb954385835876033b786d8e320d23e25a17','Carl');
INSERT INTO "seats" VALUES('game0019','player 1','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186','Ada');
INSERT INTO "seats" VALUES('game0019','player 2','null','845b1dfd98cd07c10767c0519483cd0cda864fbbb481f9c8b91e02f08c348300','Bob');
INSERT INTO "seats" VALUES('game0019','player 3','null','e4720ddaf270e88c40529708125ffb954385835876033b786d8e320d23e25a17','Carl');
INSERT INTO "seats" VALUES('game0020','player 1','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0021','player 1','null','4f49692089054b83d2b4a2da58dd115c558e7be20651d960245098e5d0e38186',NULL);
INSERT INTO "seats" VALUES('game0023','white','null','a6ebb64a6645d954ed7c0ed839e13a6737e6d582e4d202f891236678d0bcdfbf',NULL);
INSERT INTO "seats" VALUES('game0023','black','null','a6ebb64a6645d954ed7c0ed839e13a6737e6d582e4d202f891236678d0bcdfbf',NULL);
CREATE INDEX ix_seats_holder ON seats (holder);
CREATE INDEX ix_games_deadline ON games (deadline);
CREATE INDEX ix_daily_holder ON daily (holder);
CREATE INDEX ix_records_owner ON records (owner);
COMMIT;
